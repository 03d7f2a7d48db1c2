import { roleLabels } from "@/components/shell/role-labels";
import type { SelectOption } from "@/components/ui/select";
import { roles, type Grants, type Role } from "@/lib/policy/roles";

const roleTexts: Record<Role, string> = {
  viewer: "Sees messages, campaigns, templates and results",
  marketer: "Composes campaigns, lists and templates",
  admin: "Also publishes, sends, approves and sets up apps and keys",
  owner: "Also manages members and reads the audit log",
};

/** The roles to choose from, each with what it may do. */
export const roleOptions: SelectOption[] = roles.map((role) => ({
  value: role,
  label: roleLabels[role],
  description: roleTexts[role],
}));

/** A role with what is granted with it: "Marketer, may send". */
export function placeText({ role, maySend, mayApprove }: Grants & { role: Role }): string {
  const granted =
    role !== "marketer"
      ? []
      : [maySend && "may send", mayApprove && "may approve"].filter((text) => text !== false);
  return [roleLabels[role], ...granted].join(", ");
}
