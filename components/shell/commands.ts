import {
  AppWindow,
  BellOff,
  Boxes,
  FileText,
  Fingerprint,
  KeyRound,
  ListFilter,
  LogIn,
  PenLine,
  Radio,
  Upload,
  UserPlus,
  UserX,
  Users,
  Webhook,
  type LucideIcon,
} from "lucide-react";
import { paths, withQuery } from "@/lib/inputs/paths";
import type { Action } from "@/lib/policy/actions";
import { openParameter, type OpenableDialog } from "./use-dialog-open";

/** Something that the palette begins: a page, and a dialog on it. */
export interface PaletteCommand {
  label: string;
  icon: LucideIcon;
  /** The right that it takes. */
  needs: Action;
  href: string;
  /** Other words that it is looked for by. */
  words?: string;
}

const dialog = (path: string, name: OpenableDialog) => withQuery(path, { [openParameter]: name });

/** What a member may begin in a service by the palette, by what they may do there. */
export function commandsIn(serviceId: string, may: (action: Action) => boolean): PaletteCommand[] {
  const all: PaletteCommand[] = [
    {
      label: "New campaign",
      icon: PenLine,
      needs: "campaign.save",
      href: paths.compose(),
      words: "compose a message write send push",
    },
    {
      label: "New template",
      icon: FileText,
      needs: "template.create",
      href: dialog(paths.templates(), "new-template"),
      words: "create",
    },
    {
      label: "New list",
      icon: Users,
      needs: "audience.create",
      href: dialog(paths.audiences(), "new-list"),
      words: "create audience recipients",
    },
    {
      label: "New segment",
      icon: ListFilter,
      needs: "segment.add",
      href: paths.newSegment(),
      words: "create audience rule filter users",
    },
    {
      label: "Invite a member",
      icon: UserPlus,
      needs: "member.invite",
      href: dialog(paths.members(), "invite"),
      words: "add new",
    },
    {
      label: "New app",
      icon: AppWindow,
      needs: "app.create",
      href: dialog(paths.apps(), "new-app"),
      words: "create add",
    },
    {
      label: "New key",
      icon: KeyRound,
      needs: "serviceKey.create",
      href: dialog(paths.service(serviceId), "new-key"),
      words: "create service api",
    },
    {
      label: "New authentication",
      icon: Fingerprint,
      needs: "notifyAuth.add",
      href: dialog(paths.notifyUrls(), "new-authentication"),
      words: "add create notify oauth",
    },
    {
      label: "New webhook",
      icon: Webhook,
      needs: "webhook.add",
      href: dialog(paths.notifyUrls(), "new-webhook"),
      words: "add create",
    },
    {
      label: "Send a test update",
      icon: Radio,
      needs: "testUpdate.send",
      href: dialog(paths.notifyUrls(), "test-update"),
      words: "webhook notify try",
    },
    {
      label: "Import devices",
      icon: Upload,
      needs: "device.import",
      href: dialog(paths.registeredDevices(), "import-devices"),
      words: "upload",
    },
    {
      label: "Suppress users",
      icon: BellOff,
      needs: "suppression.add",
      href: dialog(paths.suppressionList(), "suppress"),
      words: "add to suppression list unsubscribe",
    },
    {
      label: "Remove a person’s data",
      icon: UserX,
      needs: "person.erase",
      href: dialog(paths.removedPeople(), "erase-person"),
      words: "erase delete gdpr",
    },
    {
      label: "New service",
      icon: Boxes,
      needs: "service.create",
      href: dialog(paths.services(), "new-service"),
      words: "create add",
    },
    {
      label: "Add a sign-on connection",
      icon: LogIn,
      needs: "connection.save",
      href: paths.newConnection(),
      words: "new single sso oidc",
    },
  ];
  return all.filter(({ needs }) => may(needs));
}
