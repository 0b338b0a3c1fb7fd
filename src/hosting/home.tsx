import { useMemo } from '@wordpress/element';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { NoticeLine } from '../ui/notice-line.tsx';
import { type PageStyle, PageStyleProvider } from '../ui/page-style.tsx';
import { type Host, HostProvider } from './client/host.ts';
import { UploadElsewhere } from './upload/upload-area.tsx';
import { UploadsProvider } from './upload/uploads.tsx';

interface Props {
	host: Host;
	/** What the page around the screens decides. */
	style: Omit< Partial< PageStyle >, 'Link' >;
	children: ReactNode;
}

/** What all hosting screens need around them, in the portal and in wp-admin. */
export function HostingHome( { host, style, children }: Props ) {
	const [ address ] = useLocation();
	const withLink = useMemo( () => ( { Link, ...style } ), [ style ] );
	return (
		<HostProvider value={ host }>
			<PageStyleProvider style={ withLink }>
				<NoticeLine address={ address }>
					<UploadsProvider>
						<UploadElsewhere />
						{ children }
					</UploadsProvider>
				</NoticeLine>
			</PageStyleProvider>
		</HostProvider>
	);
}
