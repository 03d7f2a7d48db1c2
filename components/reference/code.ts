import { curlCommand } from "./curl";

/** A language in which a request is shown. */
export const languages = ["curl", "node", "python"] as const;
export type Language = (typeof languages)[number];

/** Names as people write them. */
export const languageNames: Record<Language, string> = { curl: "cURL", node: "Node", python: "Python" };

/**
 * A program that sends a request, byte for byte. The key is left to the environment: it never appears on the page.
 *
 * @param origin public address of the service, without a slash at its end
 * @param request JSON text
 */
export function codeFor(language: Language, origin: string, request: string): string {
  switch (language) {
    case "curl":
      return curlCommand(origin, request);
    case "node":
      return [
        `const answer = await fetch(${JSON.stringify(`${origin}/resources/v1/messaging`)}, {`,
        `  method: "POST",`,
        `  headers: { key: process.env.SERVICE_KEY, "content-type": "application/json" },`,
        `  body: ${JSON.stringify(request)},`,
        `});`,
        `console.log(answer.status, await answer.json());`,
      ].join("\n");
    case "python":
      return [
        `import os, urllib.request`,
        ``,
        `request = urllib.request.Request(`,
        `    ${JSON.stringify(`${origin}/resources/v1/messaging`)},`,
        // A JSON string is a Python string too, once nothing in it is outside of ASCII and no surrogate is split.
        `    data=${pythonText(request)}.encode(),`,
        `    headers={"key": os.environ["SERVICE_KEY"], "content-type": "application/json"},`,
        `)`,
        `print(urllib.request.urlopen(request).read().decode())`,
      ].join("\n");
  }
}

/** A Python string literal: backslash escapes for what JSON escapes, `\U` for what needs two UTF-16 units. */
function pythonText(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return `"${escaped.replaceAll(/[\u007f-\uffff]/gu, (character) => unit(character)).replaceAll(/[\u{10000}-\u{10ffff}]/gu, (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`)}"`;
}

function unit(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
