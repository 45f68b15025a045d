// Prints what the site's script makes of calls that come as JSON (facts, values, the address of a server), and which rules it finds broken. Without an address, only the rules.
const { samples, broken } = require(process.argv[2]);
const calls = JSON.parse(require("fs").readFileSync(0, "utf8"));
const made = ({ facts, values, server, generator }) => ({
  samples: server ? samples(facts, values, server) : [],
  broken: broken(facts, values, generator),
});
process.stdout.write(JSON.stringify(calls.map(made)));
