import { readdirSync } from "node:fs";
import { join } from "node:path";
import { commentWidth, nounNames, plainWords } from "./oxlint-words.mjs";

/**
 * House rules no stock linter knows. Names, not call graphs: guards, not proofs. The e2e role
 * matrix is the proof.
 */
const isDirective = (statement, text) =>
  statement.type === "ExpressionStatement" &&
  statement.expression?.type === "Literal" &&
  statement.expression.value === text;
const hasDirective = (program, text) =>
  program.body.some((statement) => isDirective(statement, text));
const isFunction = (node) =>
  ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(node?.type);
const isCallOf = (node, ...names) =>
  node?.type === "CallExpression" && names.includes(node.callee.name);

/** Whether a function begins with `await requireMember()`, with or without using its answer. */
function asksFirst(node) {
  const [first] = node.body?.body ?? [];
  const value =
    first?.type === "VariableDeclaration" ? first.declarations[0]?.init : first?.expression;
  return value?.type === "AwaitExpression" && isCallOf(value.argument, "requireMember");
}

const actionsAnswer = {
  meta: {
    type: "problem",
    messages: {
      open: "A server action is a public HTTP endpoint: write `export const {{name}} = answer(verb)`, or begin the function with `await requireMember()`.",
      hidden:
        "What is exported in this way cannot be seen to ask who calls. Write `export const x = answer(verb)`.",
      inline: 'A server action stands in a file that begins with "use server", where it is seen.',
    },
  },
  create(context) {
    let isActions = false;
    const checkExport = (node, name, value) => {
      if (isCallOf(value, "answer", "answerEach") || (isFunction(value) && asksFirst(value)))
        return;
      context.report({ node, messageId: "open", data: { name } });
    };
    const inline = (node) => {
      if (node.body?.body?.some?.((statement) => isDirective(statement, "use server")))
        context.report({ node, messageId: "inline" });
    };
    return {
      Program(node) {
        isActions = hasDirective(node, "use server");
      },
      ExportNamedDeclaration(node) {
        const { declaration } = node;
        if (
          !isActions ||
          node.exportKind === "type" ||
          /^TS(Interface|TypeAlias)/.test(declaration?.type ?? "")
        )
          return;
        if (isFunction(declaration)) checkExport(node, declaration.id?.name ?? "x", declaration);
        else if (declaration?.type === "VariableDeclaration")
          for (const { id, init } of declaration.declarations)
            checkExport(node, id.name ?? "x", init);
        else context.report({ node, messageId: "hidden" });
      },
      ExportDefaultDeclaration(node) {
        if (isActions) checkExport(node, "x", node.declaration);
      },
      ExportAllDeclaration(node) {
        if (isActions && node.exportKind !== "type") context.report({ node, messageId: "hidden" });
      },
      FunctionDeclaration: inline,
      FunctionExpression: inline,
      ArrowFunctionExpression: inline,
    };
  },
};

/** Rooms whose writing is done by verbs. */
const writesByVerbs = /\/lib\/(directory|campaign)\//;
const writes =
  /\b(INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|UPDATE\s+(ONLY\s+)?["\w.]+(\s+(AS\s+)?(?!SET\b)\w+)?\s+SET)\b/i;

const propertyName = (property) => property.name ?? property.value;
const prismaWrites = /^(create|update|delete)(Many|ManyAndReturn)?$|^upsert$/;
const propertyOf = (node) =>
  node?.type === "MemberExpression" ? propertyName(node.property) : node?.name;

/** Whether a call is a write of Prisma's: `tx.prisma.app.create(…)`. */
function isPrismaWrite({ callee }) {
  return (
    callee.type === "MemberExpression" &&
    prismaWrites.test(propertyOf(callee)) &&
    propertyOf(callee.object?.object) === "prisma"
  );
}

/**
 * Whether code is a step of a verb: written into it, or a function of its own that is given the
 * transaction.
 */
function isStep(node) {
  for (let at = node; at; at = at.parent) {
    if (isCallOf(at.parent, "verb", "verbInSteps") && at !== at.parent.callee) return true;
    const named =
      at.type === "FunctionDeclaration" ||
      (isFunction(at) && at.parent.type === "VariableDeclarator");
    if (named && at.params[0]?.name === "tx") return true;
  }
  return false;
}

const writesInVerbs = {
  meta: {
    type: "problem",
    schema: [
      {
        type: "object",
        properties: { exceptions: { type: "object", additionalProperties: { type: "string" } } },
      },
    ],
    messages: {
      outside:
        "What is written here is neither asked for nor audited: write in `verb(…)`, or in a function whose first parameter is its transaction, `tx`.",
      needless:
        "All that is written here is written by verbs: take the file off the rule's exceptions.",
    },
  },
  create(context) {
    const file = context.filename.replaceAll("\\", "/");
    if (!writesByVerbs.test(file) || /(\.test|\/testing)\.ts$/.test(file)) return {};
    const excepted = Object.keys(context.options[0]?.exceptions ?? {}).some((path) =>
      file.endsWith(`/${path}`),
    );
    let outside = 0;
    const checkWrite = (node, isWrite) => {
      if (!isWrite || isStep(node)) return;
      outside += 1;
      if (!excepted) context.report({ node, messageId: "outside" });
    };
    return {
      Literal(node) {
        if (typeof node.value === "string") checkWrite(node, writes.test(node.value));
      },
      TemplateLiteral(node) {
        checkWrite(node, writes.test(node.quasis.map(({ value }) => value.cooked).join("x")));
      },
      CallExpression(node) {
        checkWrite(node, isPrismaWrite(node));
      },
      "Program:exit"(node) {
        if (excepted && outside === 0) context.report({ node, messageId: "needless" });
      },
    };
  },
};

const rawByPrisma = /^\$(queryRaw|executeRaw)(Unsafe|Typed)?$/;

const noSqlByPrisma = {
  meta: {
    type: "problem",
    messages: {
      here: "Write SQL as `query<Row>(…)`: tools/sql has the databases describe that, and nothing that Prisma is handed.",
    },
  },
  create(context) {
    if (context.filename.endsWith(".test.ts")) return {};
    return {
      MemberExpression(node) {
        if (rawByPrisma.test(propertyName(node.property)))
          context.report({ node, messageId: "here" });
      },
    };
  },
};

const clientLivesInComponents = {
  meta: {
    type: "problem",
    messages: { here: '"use client" belongs in components/ (app/ keeps only error boundaries).' },
  },
  create(context) {
    return {
      Program(node) {
        const file = context.filename.replaceAll("\\", "/");
        if (
          /\/app\/.*/.test(file) &&
          !/(error|global-error)\.tsx$/.test(file) &&
          hasDirective(node, "use client")
        )
          context.report({ node: node.body[0], messageId: "here" });
      },
    };
  },
};

const noUrlCanParse = {
  meta: {
    type: "problem",
    messages: {
      here: "URL.canParse goes wrong on Node 20 once it is warm. Ask parseUrl or parseHttpUrl of lib/interface/url.",
    },
  },
  create(context) {
    return {
      MemberExpression(node) {
        if (node.object.name === "URL" && propertyName(node.property) === "canParse")
          context.report({ node, messageId: "here" });
      },
      VariableDeclarator(node) {
        if (node.init?.name !== "URL" || node.id.type !== "ObjectPattern") return;
        if (node.id.properties.some(({ key }) => key && propertyName(key) === "canParse"))
          context.report({ node, messageId: "here" });
      },
    };
  },
};

const app = join(import.meta.dirname, "../app");
/** Every first folder of a page's address: `campaigns`, `sign-in`. */
const pageFolders = new Set(
  readdirSync(app)
    .filter((name) => name.startsWith("("))
    .flatMap((group) => readdirSync(join(app, group)))
    .filter((name) => /^[a-z-]+$/.test(name)),
);
const opensPage = (text) => pageFolders.has(/^\/([a-z-]+)(?=$|[/?#])/.exec(text)?.[1]);

/** Addresses of programs and of picture files, which begin with the names of pages. */
const otherAddresses = /\/lib\/(http|cli|lab|media)\//;

const addressesByPaths = {
  meta: {
    type: "problem",
    messages: { here: "Build an address of the console with `paths` of lib/inputs/paths." },
  },
  create(context) {
    const file = context.filename.replaceAll("\\", "/");
    if (
      !/\/(app|components|lib)\//.test(file) ||
      /(\.(test|bench)|\/testing)\.tsx?$|\/lib\/inputs\/paths\.ts$/.test(file) ||
      otherAddresses.test(file)
    )
      return {};
    return {
      Literal(node) {
        if (typeof node.value === "string" && opensPage(node.value))
          context.report({ node, messageId: "here" });
      },
      TemplateLiteral(node) {
        const isAddress = node.quasis.some(
          ({ value }, n) =>
            opensPage(value.cooked) &&
            (n === 0 || /^origin$/i.test(propertyOf(node.expressions[n - 1]) ?? "")),
        );
        if (isAddress) context.report({ node, messageId: "here" });
      },
    };
  },
};

export default {
  meta: { name: "house" },
  rules: {
    "actions-answer": actionsAnswer,
    "writes-in-verbs": writesInVerbs,
    "no-sql-by-prisma": noSqlByPrisma,
    "client-lives-in-components": clientLivesInComponents,
    "no-url-can-parse": noUrlCanParse,
    "addresses-by-paths": addressesByPaths,
    "plain-words": plainWords,
    "noun-names": nounNames,
    "comment-width": commentWidth,
  },
};
