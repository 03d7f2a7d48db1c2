/**
 * Words that hide what a sentence is about, and what to write instead. docs/voice.md has the terms.
 *
 * @type {readonly (readonly [word: RegExp, better: string])[]}
 */
const words = [
  [/\banew\b/i, "“again”, or the verb alone: recreates, redraws"],
  [/\bwhoever\b/i, "the user, the caller, the receiver: the noun"],
  [/\bsomebody\b/i, "a user, another member, another worker: the noun"],
  [/\b(?:told|tells?)\b/i, "reports, returns, shows, notifies, is called with"],
  [/\bnobody\b/i, "no user, no other call; or the passive: is not shown"],
  [/\bwhatever\b/i, "any: with any name, for any reason, in any state"],
  [/\bbeside\b/i, "next to, with, in addition to, compared with, during"],
  [/\bstrangers?\b/i, "an unknown device, an unauthenticated client"],
  [/\bfate\b/i, "status"],
  [
    /\b(?:take|takes|taken|took)\s+(?:it\s+|them\s+)?back\b/i,
    "undo a send, withdraw a right, revoke a key, retire a device",
  ],
];

const callers = new Set(["it", "test", "describe"]);

/**
 * Returns the identifier that a callee begins with: `it` of `it.each(rows)`, `test` of
 * `test.describe`.
 */
function firstName(callee) {
  for (let at = callee; at; at = at.object ?? at.callee ?? at.tag)
    if (at.type === "Identifier") return at.name;
  return undefined;
}

/** Returns the text of a string or template literal, with a space for each value in it. */
function literalText(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  return node?.type === "TemplateLiteral"
    ? node.quasis.map(({ value }) => value.cooked).join(" ")
    : undefined;
}

/**
 * Docstrings and names of tests contain none of {@link words}. Files under a folder of `exceptions`
 * are not read.
 */
export const plainWords = {
  meta: {
    type: "suggestion",
    schema: [
      { type: "object", properties: { exceptions: { type: "array", items: { type: "string" } } } },
    ],
    messages: { word: "“{{word}}” hides what this sentence is about. Write: {{better}}." },
  },
  create(context) {
    const file = context.filename.replaceAll("\\", "/");
    if ((context.options[0]?.exceptions ?? []).some((folder) => file.includes(`/${folder}/`)))
      return {};
    const check = (text, report) => {
      for (const [word, better] of words) {
        const [found] =
          word.exec(text.replaceAll(/\s*\n\s*\*\s*/g, " ").replaceAll(/`[^`]*`/g, "")) ?? [];
        if (found !== undefined)
          context.report({ ...report, messageId: "word", data: { word: found, better } });
      }
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          if (comment.type === "Block" && comment.value.startsWith("*"))
            check(comment.value, { loc: comment.loc });
      },
      CallExpression(node) {
        const [name] = node.arguments;
        if (callers.has(firstName(node.callee))) check(literalText(name) ?? "", { node: name });
      },
    };
  },
};
