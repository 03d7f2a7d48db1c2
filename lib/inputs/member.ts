import { z } from "zod";

/** The first member. Form and verb share this. */
export const ownerSchema = z.object({
  email: z
    .email("Write an e-mail address, like ada@example.com.")
    .max(254)
    .transform((text) => text.trim().toLowerCase()),
  name: z.string().trim().min(1, "Write your name.").max(100, "At most 100 characters."),
  password: z.string().min(10, "At least 10 characters.").max(256, "At most 256 characters."),
});
/** What a person may write about the first member. */
export type OwnerInput = z.input<typeof ownerSchema>;
