// Prints what the site's script makes of calls that come as JSON: facts, values, and the address of a server.
const { samples } = require(process.argv[2]);
const calls = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(calls.map(({ facts, values, server }) => samples(facts, values, server))));
