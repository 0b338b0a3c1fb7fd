import { useEffect } from '@wordpress/element';
import { useTabIcon } from '../client/host.ts';
import { durationLabel } from '../labels/duration.ts';
import type { StatusWords } from '../labels/status.ts';
import { usePageStyle } from './page-style.ts';
import { useNow } from './time.tsx';

/** What comes first in the title of the browser’s tab, because tabs are narrow. */
export interface TabStatus {
	word: string;
	tone: StatusWords[ 'tone' ];
	/** When it started, while it runs: the title counts from there. */
	since?: string | undefined;
}

interface Props {
	title: string;
	status?: TabStatus | null;
}

/** Sets the title and the icon of the browser’s tab. Renders nothing, so that counting renders no screen again. */
export function TabTitle( { title, status = null }: Props ) {
	const setTabIcon = useTabIcon();
	const { tabTitle } = usePageStyle();
	const { word, tone, since } = status ?? {};
	const now = useNow( since !== undefined );
	const seconds =
		since === undefined
			? 0
			: Math.floor( ( now - Date.parse( since ) ) / 1000 );
	const elapsed =
		since === undefined ? '' : `, ${ durationLabel( seconds * 1000 ) }`;
	const start = word === undefined ? '' : `${ word }${ elapsed } · `;
	useEffect( () => {
		document.title = tabTitle( start + title );
	}, [ tabTitle, start, title ] );
	useEffect( () => {
		setTabIcon?.( tone ?? null );
		return () => setTabIcon?.( null );
	}, [ setTabIcon, tone ] );
	return null;
}
