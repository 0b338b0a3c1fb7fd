import { createContext, useContext, useMemo } from '@wordpress/element';
import type { ComponentType, ReactNode } from 'react';
import type { StatusWords } from './status.tsx';

/** A time of today, the same with seconds, a day, a time of another day, or everything. */
export type TimeForm = 'clock' | 'seconds' | 'day' | 'dayAndClock' | 'full';

interface LinkProps {
	href: string;
	className?: string;
	children: ReactNode;
}

/** What the page around the components decides. */
export interface PageStyle {
	/** The level of the screen’s heading. */
	heading: 'h1' | 'h2';
	/** The title of the browser’s tab for the title of a screen. */
	tabTitle: ( title: string ) => string;
	/** Shows a status as the icon of the browser’s tab, where the page has no icon of its own. */
	setTabIcon: ( tone: StatusWords[ 'tone' ] | null ) => void;
	/** Formats a time for users: in the format and time zone of the page. */
	formatTime: ( at: Date, form: TimeForm ) => string;
	/** A link to another screen, for a page with a router. */
	Link: ComponentType< LinkProps >;
}

const PageStyleContext = createContext< PageStyle >( {
	heading: 'h1',
	tabTitle: ( title ) => `${ title } · Headless Deploy`,
	setTabIcon: () => {},
	formatTime: ( at ) => at.toLocaleString(),
	Link: ( { children, ...link } ) => <a { ...link }>{ children }</a>,
} );

export function usePageStyle(): PageStyle {
	return useContext( PageStyleContext );
}

/** Fits the components into a page. What `style` leaves out stays as it is around it. */
export function PageStyleProvider( {
	style,
	children,
}: {
	style: Partial< PageStyle >;
	children: ReactNode;
} ) {
	const outer = usePageStyle();
	const value = useMemo( () => ( { ...outer, ...style } ), [ outer, style ] );
	return (
		<PageStyleContext.Provider value={ value }>
			{ children }
		</PageStyleContext.Provider>
	);
}
