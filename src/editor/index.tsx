import { cloudUpload } from '@wordpress/icons';
import { registerPlugin } from '@wordpress/plugins';
import { readBoot } from '../live/boot.ts';
import { pageStore } from '../live/page-store.ts';
import './editor.scss';
import { HeadlessDeployPlugin } from './plugin.tsx';

/** The status is requested after a save, and while a run is pending or in progress. */
const PACE = { movingMs: 2_000, idleMs: null };

const boot = readBoot();
if ( boot ) {
	const store = pageStore( boot, PACE );
	registerPlugin( 'headless-deploy', {
		icon: cloudUpload,
		render: () => <HeadlessDeployPlugin boot={ boot } store={ store } />,
	} );
}
