import { curlCommand, type Call } from "./call";

/** A language in which a call is shown. */
export const languages = ["curl", "node", "python"] as const;
export type Language = (typeof languages)[number];

/** Names as people write them. */
export const languageNames: Record<Language, string> = {
  curl: "cURL",
  node: "Node",
  python: "Python",
};

/**
 * A program that makes a call, its body byte for byte.
 *
 * @param ownKey the key that the reader has given; left out, the program reads it from its
 *   environment
 */
export function codeFor(language: Language, call: Call, ownKey?: string): string {
  switch (language) {
    case "curl":
      return curlCommand(call, ownKey);
    case "node":
      return nodeCode(call, ownKey);
    case "python":
      return pythonCode(call, ownKey);
  }
}

function nodeCode({ method, url, key, body }: Call, ownKey: string | undefined): string {
  const headers = [
    ...(key === undefined
      ? []
      : [`key: ${ownKey === undefined ? `process.env.${key}` : JSON.stringify(ownKey)}`]),
    ...(body === undefined ? [] : [`"content-type": "application/json"`]),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} },`]),
    ...(body === undefined ? [] : [`  body: ${JSON.stringify(body)},`]),
  ];
  return [
    ...(options.length === 0
      ? [`const answer = await fetch(${JSON.stringify(url)});`]
      : [`const answer = await fetch(${JSON.stringify(url)}, {`, ...options, `});`]),
    `console.log(answer.status, await answer.json());`,
  ].join("\n");
}

function pythonCode({ method, url, key, body }: Call, ownKey: string | undefined): string {
  const isFromEnvironment = key !== undefined && ownKey === undefined;
  const headers = [
    ...(key === undefined
      ? []
      : [`"key": ${ownKey === undefined ? `os.environ["${key}"]` : pythonText(ownKey)}`]),
    ...(body === undefined ? [] : [`"content-type": "application/json"`]),
  ];
  return [
    `import ${isFromEnvironment ? "os, " : ""}urllib.request`,
    ``,
    `request = urllib.request.Request(`,
    `    ${pythonText(url)},`,
    ...(method === (body === undefined ? "GET" : "POST") ? [] : [`    method="${method}",`]),
    ...(body === undefined ? [] : [`    data=${pythonText(body)}.encode(),`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(", ")}},`]),
    `)`,
    `print(urllib.request.urlopen(request).read().decode())`,
  ].join("\n");
}

/**
 * A Python string literal: a JSON string is one, once nothing in it is outside of ASCII and no
 * surrogate is split; `\U` for what needs two UTF-16 units.
 */
function pythonText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return `"${escaped.replaceAll(/[\u007f-\uffff]/gu, (character) => unit(character)).replaceAll(/[\u{10000}-\u{10ffff}]/gu, (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`)}"`;
}

function unit(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
