import type { BootData } from '../../shared/boot.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { EnvironmentName } from '../../ui/action-button.tsx';
import { CopyNotice } from '../../live/components/copy-notice.tsx';
import {
	RequestsProvider,
	useRequestWithFocus,
} from '../../live/components/use-request.ts';
import { CompactRows } from './compact-rows.tsx';
import { EnvironmentCard } from './environment-card.tsx';

/** More of them are shown as rows. */
const MAX_CARDS = 6;

interface Props {
	boot: BootData;
	environments: readonly EnvironmentStatus[];
	nowMs: number;
	refresh: () => Promise< void >;
}

/**
 * A card for each environment, or a row if there are many. The question whether this site is a copy is asked once,
 * above all cards.
 */
export function Cards( props: Props ) {
	const { boot, environments } = props;
	const requests = useRequestWithFocus< HTMLDivElement >( props.refresh );
	const [ copy, ...others ] = environments.filter(
		( { paused } ) => paused?.reason === 'copy'
	);
	const isAskedAbove = boot.can.manage && others.length > 0;
	const cardOf = ( environment: EnvironmentStatus ) => (
		<EnvironmentName.Provider
			key={ environment.id }
			value={ environments.length > 1 ? environment.label : '' }
		>
			<EnvironmentCard
				{ ...props }
				environment={ environment }
				timeZone={ boot.timeZone }
				isAskedAbove={ isAskedAbove }
			/>
		</EnvironmentName.Provider>
	);
	const isCompact = environments.length > MAX_CARDS;
	return (
		<>
			{ isAskedAbove && copy !== undefined && (
				<RequestsProvider value={ requests }>
					<CopyNotice environment={ copy } others={ others } />
				</RequestsProvider>
			) }
			<div
				className={ isCompact ? undefined : 'headless-deploy-cards' }
				ref={ requests.headline }
				tabIndex={ -1 }
			>
				{ isCompact ? (
					<CompactRows { ...props } cardOf={ cardOf } />
				) : (
					environments.map( cardOf )
				) }
			</div>
		</>
	);
}
