import type { z } from "zod";
import type { batchUserSchema } from "@/lib/inputs/user";

const people = [
  "maya",
  "noah",
  "li",
  "amara",
  "jonas",
  "sofia",
  "kenji",
  "olga",
  "diego",
  "fatima",
];
const plans = ["free", "free", "free", "silver", "silver", "gold"];
const cities = [
  ["Berlin", "de", "Europe/Berlin"],
  ["Paris", "fr", "Europe/Paris"],
  ["São Paulo", "pt-BR", "America/Sao_Paulo"],
  ["New York", "en-US", "America/New_York"],
  ["Tokyo", "ja", "Asia/Tokyo"],
  ["Mumbai", "hi", "Asia/Kolkata"],
  ["Lagos", "en-NG", "Africa/Lagos"],
  ["Sydney", "en-AU", "Australia/Sydney"],
] as const;

/** Users of the sandbox: enough to try lists and attributes on. */
const count = 200;
const dayMs = 86_400_000;

function pick<T>(values: readonly T[], n: number): T {
  return values[n % values.length] as T;
}

/**
 * Users with attributes, languages and time zones, always the same ones but for their last orders,
 * which lie in the 120 days before `now` (milliseconds UTC). One in nine lacks some of it, as real
 * ones do.
 */
export function sandboxUsers(now: number): z.input<typeof batchUserSchema>[] {
  return Array.from({ length: count }, (_, n) => {
    const [city, language, timezone] = pick(cities, n * 7);
    // The first three have the sandbox's devices.
    const userid = n < 3 ? `user-${n + 1}` : `${pick(people, n)}-${String(n + 1).padStart(3, "0")}`;
    if (n % 9 === 8) return { userid, attributes: { city }, timezone };
    return {
      userid,
      language,
      timezone,
      attributes: {
        city,
        plan: pick(plans, n * 5 + Math.floor(n / 6)),
        orders: (n * 13) % 40,
        newsletter: n % 3 !== 0,
        last_order: new Date(now - ((n * 17) % 120) * dayMs).toISOString().slice(0, 10),
      },
    };
  });
}
