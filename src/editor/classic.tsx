import { createRoot } from '@wordpress/element';
import { readBoot } from '../live/boot.ts';
import { pageStore } from '../live/page-store.ts';
import { ClassicBox } from './classic-box.tsx';
import { readClassicPost } from './classic-post.ts';
import './editor.scss';

/** As in the block editor: the status is requested only while a run is pending or in progress. */
const PACE = { movingMs: 2_000, idleMs: null };

const boot = readBoot();
const root = document.getElementById( 'headless-deploy-classic' );
if ( boot !== null && root !== null ) {
	const post = readClassicPost( root.dataset.post ?? '{}' );
	// The printed text is for browsers without scripts.
	root.replaceChildren();
	createRoot( root ).render(
		<ClassicBox
			boot={ boot }
			store={ pageStore( boot, PACE ) }
			post={ post }
		/>
	);
}
