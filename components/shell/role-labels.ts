import type { Role } from "@/lib/policy/roles";

/** What a role is called on screens. */
export const roleLabels: Readonly<Record<Role, string>> = {
  viewer: "Viewer",
  marketer: "Marketer",
  admin: "Admin",
  owner: "Owner",
};
