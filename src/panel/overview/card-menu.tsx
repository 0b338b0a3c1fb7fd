import {
	Button,
	DropdownMenu,
	MenuGroup,
	MenuItem,
} from '@wordpress/components';
import { moreVertical } from '@wordpress/icons';
import { __, sprintf } from '../../ui/i18n.ts';
import type { BootData } from '../../shared/boot.ts';
import type { EnvironmentStatus } from '../../shared/wire.ts';
import { holdRequest } from '../../live/components/environment-requests.ts';
import { useRequests } from '../../live/components/use-request.ts';

interface Props {
	boot: BootData;
	environment: EnvironmentStatus;
}

interface Place {
	tab: string;
	label: string;
	url: string;
}

/** The screens with more about an environment that this user may see. */
function placesOf( { urls, can }: BootData, id: string ): Place[] {
	const { activity, automation, connections } = urls;
	const places = [
		{
			tab: 'activity',
			label: __( 'Activity', 'headless-deploy' ),
			url: activity && `${ activity }&environment=${ id }`,
		},
		{
			tab: 'automation',
			label: __( 'Automation', 'headless-deploy' ),
			url: can.manage ? automation : undefined,
		},
		{
			tab: 'connections',
			label: __( 'Connection', 'headless-deploy' ),
			url: can.manage ? connections : undefined,
		},
	];
	return places.filter( ( place ): place is Place => Boolean( place.url ) );
}

interface HoldProps extends Omit< Props, 'boot' > {
	onClose: () => void;
}

function HoldItem( { environment, onClose }: HoldProps ) {
	const { busy, sendRequest } = useRequests();
	const { hold, releaseLabel } = environment;
	return (
		<MenuItem
			disabled={ busy !== null }
			onClick={ () => {
				onClose();
				sendRequest( holdRequest( environment, ! hold ) );
			} }
		>
			{ hold ? releaseLabel : __( 'Hold changes', 'headless-deploy' ) }
		</MenuItem>
	);
}

/** An item that is a link, so that a middle click works. */
function PlaceItem( { label, url }: Place ) {
	return (
		<Button
			role="menuitem"
			className="components-menu-item__button"
			href={ url }
		>
			<span className="components-menu-item__item">{ label }</span>
		</Button>
	);
}

/** The menu of a card: further actions, and links to screens with more about the environment. */
export function CardMenu( props: Props ) {
	const { boot, environment } = props;
	const mayHold = boot.can.actions.includes( 'rebuild' );
	return (
		<DropdownMenu
			icon={ moreVertical }
			label={ sprintf(
				/* translators: %s: name of an environment. */
				__( 'More actions for %s', 'headless-deploy' ),
				environment.label
			) }
			popoverProps={ { placement: 'bottom-end' } }
		>
			{ ( { onClose } ) => (
				<>
					{ mayHold && (
						<MenuGroup>
							<HoldItem { ...props } onClose={ onClose } />
						</MenuGroup>
					) }
					<MenuGroup>
						{ placesOf( boot, environment.id ).map( ( place ) => (
							<PlaceItem key={ place.tab } { ...place } />
						) ) }
					</MenuGroup>
				</>
			) }
		</DropdownMenu>
	);
}
