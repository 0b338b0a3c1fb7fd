import { useEffect } from '@wordpress/element';
import { elapsed } from './duration.ts';
import { usePageStyle } from './page-style.tsx';
import type { StatusWords } from './status.tsx';
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
	const { setTabIcon, tabTitle } = usePageStyle();
	const { word, tone = null, since } = status ?? {};
	const now = useNow( since !== undefined );
	const time =
		since === undefined
			? ''
			: `, ${ elapsed( now - Date.parse( since ) ) }`;
	const start = word === undefined ? '' : `${ word }${ time } · `;
	useEffect( () => {
		document.title = tabTitle( start + title );
	}, [ tabTitle, start, title ] );
	useEffect( () => {
		setTabIcon( tone );
		return () => setTabIcon( null );
	}, [ setTabIcon, tone ] );
	return null;
}
