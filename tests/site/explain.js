// Prints what the site's script makes of the addresses of requests that come as JSON: remarks, and a program or null.
const [, , script, facts] = process.argv;
const { explained } = require(script);
require(facts);
const addresses = JSON.parse(require("fs").readFileSync(0, "utf8"));
const made = (address) => explained(globalThis.specloomRequests, address, address.split("?")[0]);
process.stdout.write(JSON.stringify(addresses.map(made)));
