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
  [/\b(?:take|takes|taken|took)\s+(?:it\s+|them\s+)?back\b/i, "undo, withdraw, revoke, retire"],
  [/\bmeant\b/i, "intended for, for, addresses, refers to"],
  [/\bkept\b/i, "stored, cached, left unchanged, preserved"],
  [/\bmade\b/i, "created, built, sent, or the verb itself"],
  [/\bheld\b/i, "leased, open, locked, paused, in the undo window"],
  [/\btaken\b/i, "accepted, claimed, used, in use, read"],
  [/\bknown\b/i, "registered, existing, stored, cached"],
  [/\bit is said\b/i, "the message, the error, the page says"],
];

// oxlint-disable house/noun-names -- the names that the rule refuses
/**
 * Names that say what happened to a thing and not what it is, or what a function does and not of
 * what.
 *
 * @type {Readonly<Record<string, string>>}
 */
const names = {
  kept: "stored and a noun: storedDraft, row",
  found: "the thing: device, match, matches",
  known: "existing, cached, or the thing",
  held: "leased, open, inWindow",
  told: "messages, report, updatesSent",
  given: "input, options",
  asked: "query, request, options",
  taken: "slots, claimed and a noun",
  shown: "visible, or the thing: page, rows",
  written: "text, draft, content",
  wanted: "expected, target, filter",
  made: "the thing: created and a noun",
  meant: "intended, target",
  there: "existing and a noun",
  beside: "what it adds: audit, extra",
  round: "attempt, cycle",
  anew: "reload, retry",
  judge: "check or review, and of what: checkTemplate",
  refuse: "reject, and of what",
  textOf: "the noun and Text: deviceText",
  problemsOf: "the noun and Problems: schemaProblems",
  nameOf: "the noun and Name: recipientName",
};
// oxlint-enable house/noun-names

/**
 * Participles, which as names of types leave out of what. Of the other forms in “-ing” most are
 * nouns: a setting, a mapping.
 */
const participle =
  /^(?:[A-Z][a-z]*[^e]ed|Asking|Begun|Bound|Done|Drawn|Found|Given|Gone|Held|Kept|Known|Lacking|Leaving|Left|Lost|Made|Meant|Read|Said|Seen|Sent|Shown|Sought|Spent|Spoken|Standing|Taken|Told|Waiting|Written)$/;

const callers = new Set(["it", "test", "describe"]);

/** Returns the identifier that a callee begins with: `it` of `it.each(rows)`. */
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

/** Returns the words of {@link words} in a text, code in backquotes left out. */
function wordsIn(text) {
  const plain = text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, " ").replaceAll(/`[^`]*`/g, "");
  return words.flatMap(([word, better]) => {
    const match = word.exec(plain);
    return match ? [{ word: match[0], better }] : [];
  });
}

const isDirective = (text) => /^\s*(?:oxlint-|@ts-)/.test(text);
const isScreen = /\/(?:components|app)\/.*\.tsx$/;

/**
 * Comments, names of tests and texts of screens contain none of {@link words}. Files under a folder
 * of `exceptions` are not read.
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
    const check = (text, place) => {
      for (const data of wordsIn(text)) context.report({ ...place, messageId: "word", data });
    };
    const screen = isScreen.test(file) && !file.includes(".test.");
    return {
      Program() {
        for (const { value, loc } of context.sourceCode.getAllComments())
          if (!isDirective(value)) check(value, { loc });
      },
      CallExpression(node) {
        const [name] = node.arguments;
        if (callers.has(firstName(node.callee))) check(literalText(name) ?? "", { node: name });
      },
      JSXText(node) {
        if (screen) check(node.value, { node });
      },
      JSXAttribute({ name, value }) {
        if (screen && name.name !== "className") check(literalText(value) ?? "", { node: value });
      },
    };
  },
};

/**
 * Variables, parameters, functions and members have none of {@link names}; types, no
 * {@link participle}.
 */
export const nounNames = {
  meta: {
    type: "suggestion",
    messages: {
      name: "“{{name}}” does not say what it is. Name the thing: {{better}}.",
      type: "“{{name}}” does not say of what. Name the type by a noun: SearchResult, ListQuery, StoredDraft.",
    },
  },
  create(context) {
    const check = (id) => {
      const name = id?.type === "Identifier" ? id.name : undefined;
      const better = name === undefined || !Object.hasOwn(names, name) ? undefined : names[name];
      if (better !== undefined)
        context.report({ node: id, messageId: "name", data: { name, better } });
    };
    const checkPattern = (node) => {
      if (node?.type === "Identifier") check(node);
      else if (node?.type === "AssignmentPattern") checkPattern(node.left);
      else if (node?.type === "RestElement") checkPattern(node.argument);
      else if (node?.type === "TSParameterProperty") checkPattern(node.parameter);
      else if (node?.type === "ArrayPattern") node.elements.forEach(checkPattern);
      else if (node?.type === "ObjectPattern")
        for (const one of node.properties) checkPattern(one.type === "Property" ? one.value : one);
    };
    const checkFunction = (node) => {
      check(node.id);
      node.params.forEach(checkPattern);
    };
    const checkKey = ({ key, computed }) => {
      if (!computed) check(key);
    };
    const checkType = ({ id }) => {
      if (id && participle.test(id.name))
        context.report({ node: id, messageId: "type", data: { name: id.name } });
    };
    return {
      TSInterfaceDeclaration: checkType,
      TSTypeAliasDeclaration: checkType,
      ClassDeclaration: checkType,
      VariableDeclarator: ({ id }) => checkPattern(id),
      FunctionDeclaration: checkFunction,
      FunctionExpression: checkFunction,
      ArrowFunctionExpression: checkFunction,
      TSDeclareFunction: checkFunction,
      TSFunctionType: checkFunction,
      CatchClause: ({ param }) => checkPattern(param),
      PropertyDefinition: checkKey,
      MethodDefinition: checkKey,
      TSPropertySignature: checkKey,
      TSMethodSignature: checkFunctionMember,
      Property: (node) => {
        if (node.parent.type === "ObjectExpression") checkKey(node);
      },
    };
    function checkFunctionMember(node) {
      checkKey(node);
      node.params.forEach(checkPattern);
    }
  },
};

/** Lines of comments have at most 100 characters; an address or a directive may be longer. */
export const commentWidth = {
  meta: {
    type: "layout",
    messages: { long: "This line of a comment has {{length}} characters: wrap it at 100." },
  },
  create(context) {
    return {
      Program() {
        const lines = context.sourceCode.getText().split("\n");
        for (const { value, loc } of context.sourceCode.getAllComments()) {
          if (isDirective(value)) continue;
          for (let at = loc.start.line; at <= loc.end.line; at++) {
            const line = lines[at - 1] ?? "";
            if (line.length > 100 && !/https?:\/\//.test(line) && /^\s*(?:\/\/|\/?\*)/.test(line))
              context.report({ loc, messageId: "long", data: { length: line.length } });
          }
        }
      },
    };
  },
};
