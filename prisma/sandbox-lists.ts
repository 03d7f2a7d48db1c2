import type { AudienceRecipientInput } from "@/lib/inputs/audience";

/**
 * Lists of the sandbox: its users with values for the template `order_shipped`, and one of them to
 * test with.
 */
export const sandboxLists: readonly {
  name: string;
  test: boolean;
  recipients: AudienceRecipientInput[];
}[] = [
  {
    name: "Everybody in the sandbox",
    test: false,
    recipients: [
      { type: "userid", id: "user-1", parameters: { name: "Maya", order: "A-1042" } },
      {
        type: "userid",
        id: "user-2",
        parameters: { name: "Maximilian Alexander", order: "A-1043" },
      },
      { type: "userid", id: "user-3", parameters: { name: "अनन्या", order: "A-1044" } },
    ],
  },
  {
    name: "Testers",
    test: true,
    recipients: [{ type: "userid", id: "user-1", parameters: { name: "Maya", order: "A-1042" } }],
  },
];
