import { ExternalLink } from '@wordpress/components';

interface Props {
	url: string;
}

function hostOf( url: string ): string {
	try {
		return new URL( url ).host;
	} catch {
		return url;
	}
}

/**
 * Links to a front end by its host.
 *
 * @param props.url Address of the front end.
 */
export function SiteLink( { url }: Props ) {
	return (
		<ExternalLink href={ url }>
			<bdi>{ hostOf( url ) }</bdi>
		</ExternalLink>
	);
}
