<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Privacy;

use HeadlessDeploy\Action;
use HeadlessDeploy\Entry_Point;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Queue\Stored_Reason;
use HeadlessDeploy\Runs\Reason;
use HeadlessDeploy\Runs\Reasons;

/**
 * Implements WordPress's tool "Export Personal Data": the runs that a user started, the changes that the log attributes
 * to them, and the settings that they last saved.
 *
 * @phpstan-type Item array{group_id: string, group_label: string, group_description: string, item_id: string, data: list<array{name: string, value: string}>}
 */
final class Exporter {
	private const PAGE_SIZE = 100;

	public function __construct(
		private readonly Personal_Rows $rows,
		private readonly Reasons $reasons,
		private readonly Personal_Settings $settings,
	) {}

	/**
	 * Adds the three exporters. Hooked to `wp_privacy_personal_data_exporters`.
	 *
	 * @param  array<string, array<string, mixed>> $exporters
	 * @return array<string, array<string, mixed>>
	 */
	public function add( array $exporters ): array {
		$exporters['headless-deploy-runs'] = array(
			'exporter_friendly_name' => __( 'Headless Deploy: runs', 'headless-deploy' ),
			'callback'               => Entry_Point::returning_error( $this->runs( ... ) ),
		);
		$exporters['headless-deploy-changes'] = array(
			'exporter_friendly_name' => __( 'Headless Deploy: changes', 'headless-deploy' ),
			'callback'               => Entry_Point::returning_error( $this->changes( ... ) ),
		);
		$exporters['headless-deploy-settings'] = array(
			'exporter_friendly_name' => __( 'Headless Deploy: settings', 'headless-deploy' ),
			'callback'               => Entry_Point::returning_error( $this->settings( ... ) ),
		);
		return $exporters;
	}

	/**
	 * @return array{data: list<Item>, done: bool}
	 */
	public function runs( string $email, int $page = 1 ): array {
		$user_id = Personal_Rows::user_id( $email );
		$rows    = 0 === $user_id ? array() : $this->rows->runs( $user_id, self::PAGE_SIZE, self::PAGE_SIZE * ( max( 1, $page ) - 1 ) );
		$items   = array_map(
			fn( object $row ): array => $this->item(
				'runs',
				(int) $row->id,
				array(
					_x( 'Time', 'date and time of an event', 'headless-deploy' ) => Iso_Time::of( (int) $row->created_at ),
					__( 'Environment', 'headless-deploy' )                       => $row->environment_id,
					__( 'Action', 'headless-deploy' )                            => $this->action( $row->action ),
					__( 'Cause', 'headless-deploy' )                             => $row->cause,
					__( 'Status', 'headless-deploy' )                            => Run_Status::of( $row->status, $row->tracked_status )->value,
				),
			),
			$rows,
		);
		return array(
			'data' => $items,
			'done' => count( $rows ) < self::PAGE_SIZE,
		);
	}

	/**
	 * @return array{data: list<Item>, done: bool}
	 */
	public function changes( string $email, int $page = 1 ): array {
		$user_id = Personal_Rows::user_id( $email );
		$rows    = 0 === $user_id ? array() : $this->rows->changes( $user_id, self::PAGE_SIZE, self::PAGE_SIZE * ( max( 1, $page ) - 1 ) );
		$this->reasons->prime( array_map( static fn( object $row ): array => Stored_Reason::list_of( $row->reasons ), $rows ) );
		$items = array_merge( array(), ...array_map( fn( object $row ): array => $this->items_of( $row, $user_id ), $rows ) );
		return array(
			'data' => $items,
			'done' => count( $rows ) < self::PAGE_SIZE,
		);
	}

	/**
	 * @return array{data: list<Item>, done: bool}
	 */
	public function settings( string $email ): array {
		$user_id = Personal_Rows::user_id( $email );
		$found   = 0 === $user_id ? array() : $this->settings->of( $user_id );
		$items   = array_map(
			fn( array $one ): array => $this->item(
				'settings',
				0,
				( 0 === $one['at'] ? array() : array( _x( 'Time', 'date and time of an event', 'headless-deploy' ) => Iso_Time::of( $one['at'] ) ) )
					+ array( __( 'Setting', 'headless-deploy' ) => $one['label'] ),
			),
			$found,
		);
		return array(
			'data' => $items,
			'done' => true,
		);
	}

	/**
	 * Returns the entries of one row about a user: their changes, and a run that they started.
	 *
	 * @param  object&\stdClass $row
	 * @return list<Item>
	 */
	private function items_of( object $row, int $user_id ): array {
		$own = array_filter(
			$this->reasons->render( Stored_Reason::list_of( $row->reasons ) ),
			static fn( Reason $reason ): bool => $user_id === $reason->user_id,
		);
		$entries = array_map( static fn( Reason $reason ): array => array( Iso_Time::of( $reason->at ), $reason->text ), array_values( $own ) );
		if ( 1 === (int) $row->manual && $user_id === (int) $row->user_id ) {
			$entries[] = array( Iso_Time::of( (int) $row->recorded_at ), self::started( $row->action ) );
		}
		return array_map(
			fn( array $one ): array => $this->item(
				'changes',
				(int) $row->id,
				array(
					_x( 'Time', 'date and time of an event', 'headless-deploy' ) => $one[0],
					__( 'Environment', 'headless-deploy' )                       => $row->environment_id,
					__( 'Change', 'headless-deploy' )                            => $one[1],
				),
			),
			$entries,
		);
	}

	/**
	 * @param  string                $group Either `runs`, `changes` or `settings`.
	 * @param  int                   $id    ID of the row, 0 for a setting.
	 * @param  array<string, string> $facts
	 * @return Item
	 */
	private function item( string $group, int $id, array $facts ): array {
		return array(
			'group_id'    => 'headless-deploy-' . $group,
			'group_label' => match ( $group ) {
				'runs'     => __( 'Runs of Headless Deploy', 'headless-deploy' ),
				'settings' => __( 'Headless Deploy settings last saved by this user', 'headless-deploy' ),
				default    => __( 'Changes that triggered a run of Headless Deploy', 'headless-deploy' ),
			},
			'group_description' => 'settings' === $group
				? __( 'Shown to other users who edit the same setting.', 'headless-deploy' )
				: __( 'From the Headless Deploy activity log. Entries are kept for up to 90 days.', 'headless-deploy' ),
			'item_id' => "headless-deploy-$group-$id-" . md5( (string) wp_json_encode( $facts ) ),
			'data'    => array_map(
				static fn( string $name, string $value ): array => array(
					'name'  => $name,
					'value' => esc_html( $value ),
				),
				array_keys( $facts ),
				array_values( $facts ),
			),
		);
	}

	private function action( string $stored ): string {
		return Action::tryFrom( $stored )?->label() ?? $stored;
	}

	private static function started( string $action ): string {
		return match ( Action::tryFrom( $action ) ) {
			Action::Rebuild      => __( 'Rebuild started', 'headless-deploy' ),
			Action::CleanRebuild => __( 'Clean Rebuild started', 'headless-deploy' ),
			Action::PurgeCache   => __( 'Purge Cache started', 'headless-deploy' ),
			Action::Refresh      => __( 'Refresh started', 'headless-deploy' ),
			null                 => __( 'Run started', 'headless-deploy' ),
		};
	}

	/**
	 * Suggests a text for the privacy policy of the site. Hooked to `admin_init`.
	 */
	public static function add_policy_text(): void {
		$paragraphs = array(
			__( 'Headless Deploy keeps a log of the deployments sent to the hosting platform of the front end. The log contains no data about visitors. For users of this site, it stores their user ID with what they published, changed or started, and when.', 'headless-deploy' ),
			__( 'The settings store the ID of the user who last saved them, and the IDs of users who receive an e-mail when deployments fail. Log entries are deleted after 90 days, or later if their changes are not deployed yet. The hosting platform receives only the request for a build or a cache purge, never the user or the reason. With a refresh URL, the front end receives IDs and paths of changed content, and IDs of authors, never names.', 'headless-deploy' ),
		);
		$suggested = '<strong class="privacy-policy-tutorial">' . esc_html__( 'Suggested text:', 'headless-deploy' ) . ' </strong>';
		wp_add_privacy_policy_content(
			'Headless Deploy',
			'<p>' . $suggested . implode( '</p><p>', array_map( esc_html( ... ), $paragraphs ) ) . '</p>',
		);
	}
}
