import { createContext, useContext } from '@wordpress/element';

export interface SiteTime {
	/** The server's time. */
	nowMs: () => number;
	timeZone: string;
}

/** Provided by the frame of each screen of settings. */
export const SiteTimeContext = createContext< SiteTime >( {
	nowMs: () => Date.now(),
	timeZone: '',
} );

export function useSiteTime(): SiteTime {
	return useContext( SiteTimeContext );
}
