import { createRoot } from '@wordpress/element';
import { readBoot } from '../panel/boot.ts';
import { pageStore } from '../panel/live/page-store.ts';
import { ClassicBox } from './classic-box.tsx';
import { readClassicPost } from './classic-post.ts';
import './editor.scss';

/** As in the block editor: while nothing moves there is nothing to ask for. */
const PACE = { movingMs: 2_000, idleMs: null };

const boot = readBoot();
const root = document.getElementById( 'headless-deploy-classic' );
if ( boot !== null && root !== null ) {
	const post = readClassicPost( root.dataset.post ?? '{}' );
	// What PHP printed is what people without scripts read.
	root.replaceChildren();
	createRoot( root ).render(
		<ClassicBox
			boot={ boot }
			store={ pageStore( boot, PACE ) }
			post={ post }
		/>
	);
}
