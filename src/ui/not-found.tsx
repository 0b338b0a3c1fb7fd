import { __ } from './i18n.ts';
import { Page } from './page.tsx';
import { usePageStyle } from './page-style.tsx';

/** More links do not help. */
const MAX_LINKS = 10;

interface Props {
	message?: string;
	/** What exists near the address. */
	links: readonly { name: string; href: string }[];
}

/** The screen of an address that leads to nothing. */
export function NotFound( {
	message = __( 'There is no page at this address.', 'headless-deploy' ),
	links,
}: Props ) {
	const { Link } = usePageStyle();
	return (
		<Page title={ __( 'Not found', 'headless-deploy' ) }>
			<p>{ message }</p>
			<ul>
				{ links.slice( 0, MAX_LINKS ).map( ( { name, href } ) => (
					<li key={ href }>
						<Link href={ href }>{ name }</Link>
					</li>
				) ) }
			</ul>
		</Page>
	);
}
