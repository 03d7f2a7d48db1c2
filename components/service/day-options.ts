import { keyDays } from "@/lib/inputs/service";

/** After how long a key or a JWT secret ends by itself. */
export const dayOptions = [
  { value: "none", label: "Never" },
  ...keyDays.map((days) => ({
    value: String(days),
    label: days === 365 ? "In 1 year" : `In ${days} days`,
  })),
];
