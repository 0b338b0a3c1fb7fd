import { ExternalLink } from '@wordpress/components';

function hostOf( url: string ): string {
	try {
		return new URL( url ).host;
	} catch {
		return url;
	}
}

export function SiteLink( { url }: { url: string } ) {
	return (
		<ExternalLink href={ url }>
			<bdi>{ hostOf( url ) }</bdi>
		</ExternalLink>
	);
}
