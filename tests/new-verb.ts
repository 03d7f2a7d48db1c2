/** What the sources say of actions, verbs and server actions. */
export interface Sources {
  /** Of `lib/policy/actions.ts`. */
  actions: readonly string[];
  /** Of `lib/policy/who-may-what.txt`. */
  tabled: readonly string[];
  /** Actions that the code asks for the right to, by a verb, a view or a page. */
  authorized: ReadonlySet<string>;
  /** By name: the action that each verb does. */
  verbs: ReadonlyMap<string, string>;
  /**
   * Names of verbs and views that some server action, command, program or job calls, or another
   * verb.
   */
  called: ReadonlySet<string>;
  /** By name: the file of each server action. */
  serverActions: ReadonlyMap<string, string>;
  /** Of `tests/actions/catalogue.ts`. */
  calls: readonly string[];
}

/**
 * Returns a sentence for each place that was forgotten when an action, a verb or a server action
 * was added, or that was left when one was removed.
 */
export function forgottenPlaces(sources: Sources): string[] {
  const { actions, tabled, authorized, verbs, called, serverActions, calls } = sources;
  const without = (names: Iterable<string>, listed: readonly string[], place: string) =>
    [...names]
      .filter((name) => !listed.includes(name))
      .map((name) => `${name}: missing in ${place}`);
  const left = (names: readonly string[], listed: readonly string[], place: string) =>
    names.filter((name) => !listed.includes(name)).map((name) => `${name}: left over in ${place}`);
  const done = new Set(verbs.values());
  const servers = [...serverActions.keys()];
  return [
    ...without(done, actions, "lib/policy/actions.ts"),
    ...without(actions, tabled, "lib/policy/who-may-what.txt"),
    ...left(tabled, actions, "lib/policy/who-may-what.txt"),
    ...[...verbs].flatMap(([name, action]) =>
      isNamedLike(name, action) ? [] : [`${name}: is to be called ${verbName(action)}`],
    ),
    ...actions
      .filter((action) => !authorized.has(action))
      .map((action) => `${action}: nothing asks for this right`),
    ...[...verbs.keys()]
      .filter((name) => !called.has(name))
      .map((name) => `${name}: nothing calls this verb`),
    ...without(servers, calls, "tests/actions"),
    ...left(calls, servers, "tests/actions"),
  ];
}

/** Returns the verb of an action: `addWebhook` of `webhook.add`. */
function verbName(action: string): string {
  const [subject = "", verb = ""] = action.split(".");
  const object = subject.replace(/^./, (first) => first.toUpperCase());
  return `${verb}${object}`;
}

/** Whether a verb has the name of its action, in the singular or the plural. */
function isNamedLike(name: string, action: string): boolean {
  const due = verbName(action);
  return name === due || name === `${due}s` || action === `self.${name}`;
}

/**
 * Returns a sentence for each server action that does not have the name of the verb or view that it
 * answers, and for each verb that a second one answers. `answerEach`, which takes several inputs,
 * is no second one: it says "Each" behind the first word.
 *
 * @param texts of the files with server actions
 */
export function misnamedActions(texts: readonly string[]): string[] {
  const first = new Map<string, string>();
  return texts.flatMap((text) => {
    const renamed = new Map(
      [...text.matchAll(/\b(\w+) as (\w+)\b/g)].map(([, verb = "", alias = ""]) => [alias, verb]),
    );
    return [...text.matchAll(/^export const (\w+) = (answer|answerEach)\(\s*(\w+)/gm)].flatMap(
      ([, action = "", maker = "", name = ""]) => {
        const verb = renamed.get(name) ?? name;
        const due = maker === "answer" ? verb : verb.replace(/^[a-z]+/, "$&Each");
        const other = first.get(due);
        first.set(due, other ?? action);
        if (other !== undefined) return [`${verb}: answered by ${other} and by ${action}`];
        return action === due ? [] : [`${action}: is to be called ${due}, as what it answers`];
      },
    );
  });
}
