import type { Reach } from "@/lib/compose/reach";

/**
 * With another default; what was chosen for those without a value is asked again once they have
 * none.
 */
export function withDefault(reach: Reach, name: string, value: string | undefined): Reach {
  const { [name]: _, ...others } = reach.defaults ?? {};
  const { [name]: __, ...lacking } = reach.lacking ?? {};
  return {
    ...reach,
    lacking,
    defaults: value === undefined ? others : { ...others, [name]: value },
  };
}
