<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Changes\Listeners;

use HeadlessDeploy\Action;
use HeadlessDeploy\Changes\Change_Recorder;
use HeadlessDeploy\Changes\Policy;
use HeadlessDeploy\Changes\Requested_Change;
use HeadlessDeploy\Environments\Automation;

/**
 * Records the action `headless_deploy_request`, for imports and plugins that change data without WordPress's hooks.
 */
final class Request_Listener implements Listener {
	public const SOURCE = Automation::REQUEST;

	private const KNOWN_ARGUMENTS = array( 'environment', 'action' );

	public function __construct(
		private readonly Policy $policy,
		private readonly Change_Recorder $changes,
	) {}

	public function hook(): void {
		add_action( 'headless_deploy_request', $this->on_request( ... ), 10, 3 );
	}

	/**
	 * Records a request. Invalid arguments are reported to the developer and ignored.
	 *
	 * @param mixed $reason The reason, shown to users, for example `Import finished`.
	 * @param mixed $args   Optional `environment` and `action`.
	 */
	private function on_request( mixed $reason = '', mixed $args = array(), mixed $result = null ): void {
		$error = $this->error( $reason, $args );
		if ( '' !== $error ) {
			_doing_it_wrong( 'headless_deploy_request', esc_html( $error ), '0.1.0' );
			return;
		}
		$args        = is_array( $args ) ? $args : array();
		$environment = $args['environment'] ?? null;
		$action      = $args['action'] ?? null;
		$is_accepted = $this->changes->request(
			is_string( $reason ) ? $reason : '',
			new Requested_Change( is_string( $environment ) ? $environment : null, is_string( $action ) ? Action::from( $action ) : null ),
		);
		if ( $is_accepted && $result instanceof Request_Result ) {
			$result->accept();
		}
	}

	/**
	 * Returns the error of a request, empty when it is valid. It is in English, because developers read it.
	 */
	private function error( mixed $reason, mixed $args ): string {
		if ( ! is_string( $reason ) || ! is_array( $args ) ) {
			return 'The reason must be a string, and the arguments an array that may have "environment" and "action".';
		}
		$unknown = array_diff( array_map( strval( ... ), array_keys( $args ) ), self::KNOWN_ARGUMENTS );
		if ( array() !== $unknown ) {
			return sprintf( 'There is no argument "%s". There are "environment" and "action".', mb_substr( (string) reset( $unknown ), 0, 64 ) );
		}
		$environment = $args['environment'] ?? null;
		if ( null !== $environment && ! in_array( $environment, $this->policy->environments(), true ) ) {
			$known = $this->policy->environments();
			return sprintf(
				'There is no such environment. %s',
				array() === $known ? 'None is connected.' : 'There are: ' . implode( ', ', $known ) . '.',
			);
		}
		$action = $args['action'] ?? null;
		if ( null !== $action && ( ! is_string( $action ) || null === Action::tryFrom( $action ) ) ) {
			return 'The action must be rebuild, cleanRebuild, purgeCache or refresh, written exactly so.';
		}
		return '';
	}
}
