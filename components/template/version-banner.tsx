import { LinkButton } from "@/components/shell/link-button";
import { Banner } from "@/components/ui/banner";
import { paths } from "@/lib/inputs/paths";

interface VersionBannerProps {
  id: string;
  version: number;
  isPublished: boolean;
  isReadable: boolean;
}

/** Says which version of a template the page shows, and leads back to the newest content. */
export function VersionBanner({ id, version, isPublished, isReadable }: VersionBannerProps) {
  return (
    <Banner
      kind={isReadable ? "info" : "warning"}
      title={`Version ${version}${isPublished ? ", the published one" : ""}`}
      actions={
        <LinkButton size="sm" href={paths.template(id)}>
          Show the newest content
        </LinkButton>
      }
    >
      {isReadable
        ? "Editing goes on from the newest content."
        : "This version can’t be read. The newest content is shown below."}
    </Banner>
  );
}
