import { __ } from '../../ui/i18n.ts';

/** Leads to the page of a post on the front end. */
export function viewOnSiteLabel(): string {
	return __( 'View on the site', 'headless-deploy' );
}

export function runsNotLoaded(): string {
	return __( 'The runs could not be loaded.', 'headless-deploy' );
}
