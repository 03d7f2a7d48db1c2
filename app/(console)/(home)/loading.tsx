// Not one for all of the console: below it, a page that is not found could answer 404 no longer.
export { PageSkeleton as default } from "@/components/listing/page-skeleton";
