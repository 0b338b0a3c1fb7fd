<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Capabilities;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Site_Time;
use HeadlessDeploy\Status\Save_Plan;
use WP_REST_Request;

/**
 * Makes `window.headlessDeploy` (BootData in src/shared/boot.ts). Its data come from the REST routes, so it contains
 * nothing that the current user may not read there.
 */
final class Boot_Data {
	/**
	 * @param Current_Status|null $status Null to request the route.
	 */
	public function __construct(
		private readonly Policy $policy,
		private readonly Clock $clock,
		private readonly ?Current_Status $status = null,
	) {}

	public function script( bool $includes_settings, bool $for_editor = false ): string {
		$json = wp_json_encode( $this->data( $includes_settings, $for_editor ), JSON_HEX_TAG | JSON_HEX_AMP | JSON_UNESCAPED_SLASHES );
		return "window.headlessDeploy = $json;";
	}

	/**
	 * @return array<string, mixed>
	 */
	private function data( bool $includes_settings, bool $for_editor ): array {
		return array(
			'tab'     => Page::current_tab(),
			'urls'    => Page::urls(),
			'can'     => $this->capabilities(),
			'preload' => array(
				'status'   => $this->status?->get()?->to_array( $for_editor ) ?? $this->request( '/headless-deploy/v1/status' ),
				'settings' => $includes_settings && current_user_can( Capabilities::MANAGE ) ? $this->request( '/headless-deploy/v1/settings' ) : null,
			),
			'now' => Iso_Time::of( $this->clock->now_ms() ),
			...$this->post_types(),
			'timeZone' => wp_timezone_string(),
			'dates'    => Site_Time::formats(),
			'actions'  => self::action_labels(),
			'noRun'    => $for_editor ? Save_Plan::no_run() : null,
		);
	}

	/**
	 * @return array{view: bool, manage: bool, actions: list<string>}
	 */
	private function capabilities(): array {
		$pressable = array_filter( Action::hosted(), static fn( Action $action ): bool => current_user_can( $action->capability() ) );
		return array(
			'view'    => current_user_can( Capabilities::VIEW ),
			'manage'  => current_user_can( Capabilities::MANAGE ),
			'actions' => array_column( array_values( $pressable ), 'value' ),
		);
	}

	/**
	 * @return array<value-of<Action>, string>
	 */
	private static function action_labels(): array {
		$labels = array();
		foreach ( Action::cases() as $action ) {
			$labels[ $action->value ] = $action->label();
		}
		return $labels;
	}

	/**
	 * Returns the post types whose changes are recorded, and those of them whose changes start nothing but refreshes.
	 *
	 * @return array{postTypes: list<string>, refreshOnlyTypes: list<string>}
	 */
	private function post_types(): array {
		$recorded = array_values( array_filter( get_post_types(), $this->policy->watches( ... ) ) );
		return array(
			'postTypes'        => $recorded,
			'refreshOnlyTypes' => array_values( array_filter( $recorded, fn( string $type ): bool => ! $this->policy->counts( $type ) ) ),
		);
	}

	/**
	 * Requests a route as the current user; null when it returns an error.
	 */
	private function request( string $path ): mixed {
		$response = rest_do_request( new WP_REST_Request( 'GET', $path ) );
		return $response->is_error() ? null : rest_get_server()->response_to_data( $response, false );
	}
}
