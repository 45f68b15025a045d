/* Names and values as addresses and forms have them. */

export const encode = (text) => encodeURIComponent(text.toWellFormed ? text.toWellFormed() : text)
  .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  .replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%7C/g, "|");
export const encoded = (pairs) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
