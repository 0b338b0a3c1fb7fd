import { __ } from '../i18n.ts';
import type { Build } from '../../shared/platform-api.generated.ts';
import type { StatusWords } from './status.ts';

export function buildStatus( state: Build[ 'state' ] ): StatusWords {
	switch ( state ) {
		case 'queued':
			return {
				word: __( 'Queued', 'headless-deploy' ),
				icon: 'queued',
				tone: 'quiet',
			};
		case 'building':
			return {
				word: __( 'Building', 'headless-deploy' ),
				icon: 'running',
				tone: 'running',
			};
		case 'deploying':
			return {
				word: __( 'Deploying', 'headless-deploy' ),
				icon: 'running',
				tone: 'running',
			};
		case 'live':
			return {
				word: __( 'Live', 'headless-deploy' ),
				icon: 'live',
				tone: 'good',
			};
		case 'succeeded':
			return {
				word: __( 'Was live', 'headless-deploy' ),
				icon: 'wasLive',
				tone: 'quiet',
			};
		case 'failed':
			return {
				word: __( 'Failed', 'headless-deploy' ),
				icon: 'failed',
				tone: 'bad',
			};
		case 'cancelled':
			return {
				word: __( 'Canceled', 'headless-deploy' ),
				icon: 'canceled',
				tone: 'quiet',
			};
		case 'superseded':
			return {
				word: __( 'Superseded', 'headless-deploy' ),
				icon: 'superseded',
				tone: 'quiet',
			};
	}
}

export function isRunning( { state }: Pick< Build, 'state' > ): boolean {
	return [ 'queued', 'building', 'deploying' ].includes( state );
}
