import { contentOfDraft } from "@/lib/authoring/template-draft";
import { worstProblems, type WorstProblems } from "@/lib/authoring/worst-case";
import { deviceKinds, platformOf, providerOf } from "@/lib/interface/device-kinds";
import type { Problem } from "@/lib/interface/problem";
import type { TemplateFiles } from "@/lib/template/files";
import { anyApp } from "./rendered";

/**
 * What becomes too large with the longest values, as far as files alone show. Which providers their
 * app has they do not know: what one of them carries and another does not is a warning that names
 * it, and a problem is what no provider carries, or the request itself does not.
 */
export function worstOfFiles(template: TemplateFiles): WorstProblems {
  const { appid, id: templateId } = template;
  const making = contentOfDraft({ ...template });
  const sentTo = deviceKinds.filter((kind) => making.blocks[platformOf(kind)] !== undefined);
  const providers = [...new Set(sentTo.map(providerOf))];
  const own = { appid, templateId };
  if (providers.length === 0) return worstProblems(making, { ...own, app: undefined });
  const each = providers.map((provider) =>
    worstProblems(making, { ...own, app: { ...anyApp, providers: [provider] } }),
  );
  const problems = byMessage(each.flatMap((one) => one.problems));
  const isIn = ({ message }: Problem, one: WorstProblems) =>
    one.problems.some((problem) => problem.message === message);
  // What is said with each of them is said of the request.
  const everywhere = problems.filter((problem) => each.every((one) => isIn(problem, one)));
  const fitsSome = each.some((one) =>
    one.problems.every((problem) => everywhere.some(({ message }) => message === problem.message)),
  );
  if (!fitsSome || everywhere.length === problems.length)
    return { problems, warnings: byMessage(each.flatMap((one) => one.warnings)) };
  const doubtful = problems
    .filter((problem) => !everywhere.includes(problem))
    .map((problem) => ({
      ...problem,
      message: `${problem.message} This concerns apps with that provider alone.`,
    }));
  return {
    problems: everywhere,
    warnings: byMessage([...doubtful, ...each.flatMap((one) => one.warnings)]),
  };
}

/** Each once: what is said of the request is said with each provider. */
function byMessage(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((one) => [one.message, one])).values()];
}
