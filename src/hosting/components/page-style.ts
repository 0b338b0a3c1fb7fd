import { createContext, useContext } from '@wordpress/element';

interface PageStyle {
	/** The level of the screen’s heading. */
	heading: 'h1' | 'h2';
	/** The title of the browser’s tab for the title of a screen. */
	tabTitle: ( title: string ) => string;
}

const PageStyleContext = createContext< PageStyle >( {
	heading: 'h1',
	tabTitle: ( title ) => `${ title } · Headless Deploy`,
} );

/** Fits the screens into a page that has a heading and a title of its own. */
export const PageStyleProvider = PageStyleContext.Provider;

export function usePageStyle(): PageStyle {
	return useContext( PageStyleContext );
}
