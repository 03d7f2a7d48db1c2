import { Bell, PenLine, UserPlus } from "lucide-react";
import { LinkButton } from "@/components/shell/link-button";
import { TitledCard, CardBody } from "@/components/ui/card";
import { Verbatim } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";

/** The end of the guide: the app works, and what most do next. */
export function ConnectedCard({ name }: { name: string }) {
  return (
    <TitledCard
      id="connected-title"
      title={
        <>
          <Verbatim>{name}</Verbatim> is connected
        </>
      }
    >
      <CardBody className="space-y-3 text-base text-ink-muted">
        <p>Messages reach its devices, and you see who got them and who read them.</p>
        <p className="flex flex-wrap gap-2">
          <LinkButton variant="primary" icon={PenLine} href={paths.compose()}>
            Compose a message
          </LinkButton>
          <LinkButton icon={UserPlus} href={paths.members()}>
            Invite your team
          </LinkButton>
          <LinkButton icon={Bell} href={paths.notifyUrls()}>
            Choose where updates go
          </LinkButton>
        </p>
      </CardBody>
    </TitledCard>
  );
}
