import { LinkButton } from "@/components/shell/link-button";
import { Code } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";

/** What a list of devices says as long as there is none; its action is the way to the first one. */
export const noDevices = {
  title: "No devices yet",
  text: (
    <>
      An app registers its device with <Code>PUT /resources/v1/devices</Code>; it appears here at
      once.
    </>
  ),
  action: <LinkButton href={paths.start()}>Connect your own app</LinkButton>,
};
