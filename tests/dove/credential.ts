import { baseUrl, filled } from "@/lib/describe/checks";
import { description } from "@/lib/describe/description";
import type { Refusal } from "@/lib/providers/provider-credential";

const refusals: Record<string, Refusal> = {
  stranger: { field: "key", says: "The loft does not know this key." },
};

export const doveCredential = {
  ...description({
    label: "Carrier doves",
    help: "A loft and its key.",
    fields: {
      endpoint: {
        label: "Address",
        type: "url",
        secret: false,
        help: "The address of the loft.",
        example: "https://loft.example",
        check: baseUrl,
      },
      key: {
        label: "Key",
        type: "line",
        secret: true,
        help: "The key of the loft.",
        example: "coo",
        check: filled(100),
      },
    },
  }),
  refusals,
  noToken: { says: "The loft is closed." },
};
