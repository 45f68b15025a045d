// A proxy that checks requests and replies against a document. Arguments: the document, the server behind it, the file
// for what is wrong. Prints its port.
const { appendFileSync, readFileSync } = require("node:fs");
const express = require("express");
const validator = require("express-openapi-validator");

const [document, upstream, log] = process.argv.slice(2);
const apiSpec = JSON.parse(readFileSync(document, "utf8"));
apiSpec.servers = [{ url: "/" }];

const app = express();
app.set("query parser", "simple");
app.use(express.urlencoded({ extended: false, limit: "10mb", parameterLimit: 10000 }));
app.use(
  validator.middleware({ apiSpec, validateRequests: { allowUnknownQueryParameters: false }, validateResponses: true, validateSecurity: false }),
);
app.use(async (request, response) => {
  const isForm = request.method === "POST";
  const headers = { cookie: request.headers.cookie ?? "", "user-agent": "tests/1 (tests@example.org)" };
  if (isForm) headers["content-type"] = "application/x-www-form-urlencoded";
  const reply = await fetch(upstream + request.originalUrl, {
    method: request.method,
    headers,
    body: isForm ? new URLSearchParams(request.body).toString() : undefined,
  });
  const text = await reply.text();
  response.locals.text = text;
  response.status(reply.status).set("MediaWiki-API-Error", reply.headers.get("MediaWiki-API-Error") ?? undefined);
  response.json(JSON.parse(text));
});
app.use((error, request, response, _next) => {
  const told = (error.errors ?? [{ message: String(error) }]).slice(0, 5).map((found) => `${found.path ?? ""}: ${found.message}`);
  appendFileSync(log, `${request.method} ${decodeURIComponent(request.originalUrl).slice(0, 400)}\n  ${told.join("\n  ")}\n`);
  response.status(200).json(response.locals.text ? JSON.parse(response.locals.text) : { errors: [{ code: "refused-by-validator", text: told.join("; ") }] });
});
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));
