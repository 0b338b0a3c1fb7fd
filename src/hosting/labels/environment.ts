import { __ } from '../../ui/i18n.ts';
import type {
	EnvironmentSummary,
	Application,
} from '../../shared/platform-api.generated.ts';
import type { StatusWords } from '../../ui/status.tsx';

function applicationStatus( state: Application[ 'state' ] ): StatusWords {
	switch ( state ) {
		case 'up':
			return {
				word: __( 'Live', 'headless-deploy' ),
				icon: 'live',
				tone: 'good',
			};
		case 'starting':
			return {
				word: __( 'Starting', 'headless-deploy' ),
				icon: 'running',
				tone: 'running',
			};
		case 'unresponsive':
			return {
				word: __( 'Not responding', 'headless-deploy' ),
				icon: 'failed',
				tone: 'bad',
			};
		case 'down':
			return {
				word: __( 'Down', 'headless-deploy' ),
				icon: 'failed',
				tone: 'bad',
			};
	}
}

/** What visitors get. A failed build is not an outage, so the newest build does not count. */
export function environmentStatus( {
	served,
	application,
	buildCount,
}: Pick<
	EnvironmentSummary,
	'served' | 'application' | 'buildCount'
> ): StatusWords {
	return served
		? applicationStatus( application?.state ?? 'down' )
		: {
				word:
					buildCount === 0
						? __( 'No code yet', 'headless-deploy' )
						: __( 'Not live yet', 'headless-deploy' ),
				icon: 'nothing',
				tone: 'quiet',
			};
}

export function regionLabel( region: string ): string {
	const labels: Record< string, string > = {
		'regions/US-C': __( 'US Central', 'headless-deploy' ),
		'regions/AUS-SE': __( 'Australia Southeast', 'headless-deploy' ),
		'regions/UK': __( 'United Kingdom', 'headless-deploy' ),
		'regions/EU-W': __( 'Europe West', 'headless-deploy' ),
	};
	return labels[ region ] ?? region.replace( 'regions/', '' );
}
