import { useEffect, useRef } from '@wordpress/element';
import type { ReactNode } from 'react';
import { __ } from './i18n.ts';
import { usePageStyle } from './page-style.tsx';
import { TabTitle } from './tab-title.tsx';
import type { TabStatus } from './tab-title.tsx';

interface Crumb {
	name: string;
	href: string;
}

interface Props {
	title: string;
	/** The title of the browser’s tab; @default the title */
	tabTitle?: string;
	/** What is said before the title, and which icon the tab has. */
	tabStatus?: TabStatus | null;
	/** The way back up. */
	crumbs?: readonly Crumb[];
	/** Beside the heading. */
	status?: ReactNode;
	buttons?: ReactNode;
	/** Below the heading. */
	tabs?: ReactNode;
	children: ReactNode;
}

/** The focus stays where the browser puts it on a new page: before the skip links. */
let isFirstScreen = true;

/** A screen: its way back up, heading, buttons and content. */
export function Page( {
	title,
	tabTitle = title,
	tabStatus = null,
	crumbs = [],
	status,
	buttons,
	tabs,
	children,
}: Props ) {
	const { heading: Heading, Link } = usePageStyle();
	const heading = useRef< HTMLHeadingElement >( null );
	useEffect( () => {
		// A screen reader reads the heading of the screen that a link led to.
		const { activeElement, body } =
			heading.current?.ownerDocument ?? document;
		if ( activeElement === body && ! isFirstScreen ) {
			heading.current?.focus( { preventScroll: true } );
		}
		isFirstScreen = false;
	}, [] );
	return (
		<>
			<TabTitle title={ tabTitle } status={ tabStatus } />
			{ crumbs.length > 0 && (
				<nav
					className="hd-crumbs"
					aria-label={ __( 'Breadcrumb', 'headless-deploy' ) }
				>
					{ crumbs.map( ( { name, href } ) => (
						<Link key={ href } href={ href }>
							{ name }
						</Link>
					) ) }
				</nav>
			) }
			<div className="hd-head">
				<Heading ref={ heading } tabIndex={ -1 }>
					{ title }
				</Heading>
				{ status }
				{ buttons && <div className="hd-buttons">{ buttons }</div> }
			</div>
			{ tabs }
			{ children }
		</>
	);
}
