import { z } from "zod";
import { roles } from "@/lib/policy/roles";
import { pageInput } from "./page";
import { revision } from "./row";
import { filled, idText, text } from "./text";
import { asciiDigits } from "./typed-number";

/** An e-mail address as it is stored and looked up. */
const email = text(254)
  .trim()
  .toLowerCase()
  .pipe(z.email("Write an e-mail address, like ada@example.com."));

const name = text(100).trim().min(1, "Write your name.");
/** A password that a user chooses. */
const password = text(256).min(10, "At least 10 characters.");

/** The first member. Form, verb and configuration share this. */
export const ownerSchema = z.object({ email, name, password });

/** What the first member enters: with the code that was printed at the start. */
export const setupSchema = ownerSchema.extend({ code: filled(100).overwrite(asciiDigits) });

/** What a user signs in with. An address that cannot be one belongs to no member. */
export const credentialsSchema = z.object({ email: filled(254), password: filled(256) });

/** What a member is in a service. What is granted with the role counts for marketers alone. */
const place = { role: z.enum(roles), maySend: z.boolean(), mayApprove: z.boolean() };

/** Days for which an invitation may work. */
export const invitationDays = ["1", "3", "7", "14"] as const;
/** Whom an owner invites into a service, as what, and for how many days. */
export const inviteSchema = z.object({
  serviceId: idText,
  email,
  ...place,
  days: z.enum(invitationDays).default("7"),
});

/** A member of a service. */
export const memberOfServiceSchema = z.object({ serviceId: idText, memberId: idText });
/** What a member is in a service from now on. */
export const changeMemberSchema = memberOfServiceSchema.extend({ revision, ...place });

/** What lists of members can be sorted by; with a minus the other way round. */
export const memberSorts = ["name", "-name", "role", "-role", "-seen", "seen"] as const;
const listInput = {
  text: z.string().optional(),
  sort: z.enum(memberSorts).default("name"),
  ...pageInput,
};
/** Which members of a service are listed; `text` is a part of their name or address. */
export const listMembersSchema = z.object({ serviceId: z.string(), ...listInput });
/** Which accounts of the installation are listed. */
export const listAccountsSchema = z.object(listInput);

/** Whether an account is switched off. */
export const disableMemberSchema = z.object({ id: idText, disabled: z.boolean() });

/** What a link ends with. */
const token = text(100);
/** By a link a user with an account joins a service. */
export const joinSchema = z.object({ token });
/** By a link a person creates an account and joins a service. */
export const acceptSchema = z.object({ token, name, password });
/** Whose password was forgotten. */
export const forgotSchema = z.object({ email });
/** By a link a member sets a new password. */
export const newPasswordSchema = z.object({ token, password });

/** What a member is called from now on. */
export const ownNameSchema = z.object({ name });
/** A member's new password; the present one shows that it is them. */
export const changePasswordSchema = z.object({ current: filled(256), password });
