/** House rules no stock linter knows. Names, not call graphs: a guard, not a proof. The e2e role matrix is the proof. */
const hasDirective = (program, text) =>
  program.body.some((s) => s.type === "ExpressionStatement" && s.expression?.type === "Literal" && s.expression.value === text);

const guardedActions = {
  meta: {
    type: "problem",
    messages: { missing: "Server action `{{name}}` never calls requireRole(). Every action is a public HTTP endpoint." },
  },
  create(context) {
    let isActions = false,
      current = null,
      guarded = false;
    return {
      Program(node) {
        isActions = hasDirective(node, "use server");
      },
      "ExportNamedDeclaration > FunctionDeclaration"(node) {
        if (isActions) {
          current = node;
          guarded = false;
        }
      },
      CallExpression(node) {
        if (current && node.callee.name === "requireRole") guarded = true;
      },
      "ExportNamedDeclaration > FunctionDeclaration:exit"(node) {
        if (current === node && !guarded) context.report({ node, messageId: "missing", data: { name: node.id?.name ?? "?" } });
        current = null;
      },
    };
  },
};

const clientLivesInComponents = {
  meta: { type: "problem", messages: { here: '"use client" belongs in components/ (app/ keeps only error boundaries).' } },
  create(context) {
    return {
      Program(node) {
        const file = context.filename.replaceAll("\\", "/");
        if (/\/app\/.*/.test(file) && !/(error|global-error)\.tsx$/.test(file) && hasDirective(node, "use client"))
          context.report({ node: node.body[0], messageId: "here" });
      },
    };
  },
};

const nameOf = (property) => property.name ?? property.value;

const noUrlCanParse = {
  meta: {
    type: "problem",
    messages: { here: "URL.canParse goes wrong on Node 20 once it is warm. Ask parseUrl or parseHttpUrl of lib/interface/url." },
  },
  create(context) {
    return {
      MemberExpression(node) {
        if (node.object.name === "URL" && nameOf(node.property) === "canParse") context.report({ node, messageId: "here" });
      },
      VariableDeclarator(node) {
        if (node.init?.name !== "URL" || node.id.type !== "ObjectPattern") return;
        if (node.id.properties.some(({ key }) => key && nameOf(key) === "canParse")) context.report({ node, messageId: "here" });
      },
    };
  },
};

export default {
  meta: { name: "house" },
  rules: {
    "guarded-actions": guardedActions,
    "client-lives-in-components": clientLivesInComponents,
    "no-url-can-parse": noUrlCanParse,
  },
};
