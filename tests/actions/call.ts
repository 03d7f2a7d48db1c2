import { noService, type Service } from "./service";

/**
 * A call of a server action whose caller may have no role yet: a code or a link is its guard, or it
 * opens nothing.
 */
export interface UnsignedCall {
  /** Returns an input that works in a service. */
  input: (service: Service) => unknown;
  /** Members that the console sends as well, at times. Hostile text is tried in them too. */
  also?: object;
  /** Returns an input of another form, where the schema has two. */
  or?: (service: Service) => unknown;
}

/** A call of a server action. */
export interface Call extends UnsignedCall {
  /** That the action takes, written by hand. */
  right: string;
  /**
   * An action that the owner of the installation calls before, with an input for the same service.
   */
  first?: string;
  /** It concerns no service, so that there is no other one that it could be tried in. */
  nowhere?: true;
}

/** Calls by server action. */
export type Calls = Record<string, Call>;

/** Returns the calls, one for each form of an input, under titles of their own. */
export function inEachForm<C extends UnsignedCall>(
  calls: Readonly<Record<string, C>>,
): [title: string, name: string, call: C][] {
  return Object.entries(calls).flatMap(([name, call]): [string, string, C][] => {
    const { or } = call;
    return [
      [name, name, call],
      ...(or
        ? [
            [`${name} of the other form`, name, { ...call, input: or, also: {} }] as [
              string,
              string,
              C,
            ],
          ]
        : []),
    ];
  });
}

/**
 * Returns an input with every member that the console sends, for a service that there is not. Of an
 * action for several things, it has one.
 */
export function fullestInput({ input, also = {} }: UnsignedCall): unknown {
  const baseInput = input(noService());
  return Array.isArray(baseInput)
    ? baseInput.map((one: object) => ({ ...one, ...also }))
    : { ...(baseInput as object), ...also };
}
