import { createContext, useContext } from '@wordpress/element';

/** How times are told: by the server's clock, in the site's time zone. */
export interface SiteTime {
	/** Tells the server's time. */
	nowMs: () => number;
	timeZone: string;
}

/** Set by the frame of each screen of settings. */
export const SiteTimeContext = createContext< SiteTime >( {
	nowMs: () => Date.now(),
	timeZone: '',
} );

/** Returns how times are told on this screen. */
export function useSiteTime(): SiteTime {
	return useContext( SiteTimeContext );
}
