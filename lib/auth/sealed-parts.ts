import {
  partsOf,
  type DescribedValues,
  type Description,
  type Fields,
} from "@/lib/describe/description";
import { seal, unseal } from "./seal";

/** The two columns that store a described object. */
export interface SealedParts {
  /** JSON of what may be shown. */
  settings: Record<string, string>;
  /** Its secret members, one JSON object sealed to its place. */
  sealed: Uint8Array<ArrayBuffer>;
}

/**
 * What is stored of something described: the one way in which credentials and notify
 * authentications reach the database. What is sealed is defined by the description alone, never by
 * who stores it.
 *
 * @param place of `sealed-places`
 */
export function sealParts<F extends Fields>(
  what: Description<F>,
  value: DescribedValues<F>,
  place: string,
): SealedParts {
  const { settings, secret } = partsOf(what, value);
  return { settings, sealed: seal(JSON.stringify(secret), place) };
}

/**
 * What {@link sealParts} stored at that place, whole again, but unchecked: fields may have come
 * since. Throws `UnsealError`.
 */
export function openParts(
  settings: Readonly<Record<string, unknown>>,
  sealed: Uint8Array | null,
  place: string,
): Record<string, unknown> {
  return {
    ...settings,
    ...(sealed && (JSON.parse(unseal(sealed, place)) as Record<string, unknown>)),
  };
}
