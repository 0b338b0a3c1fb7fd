<?php

declare( strict_types=1 );

namespace HeadlessDeploy\CLI;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Queue\Run_Status;
use HeadlessDeploy\Runs\Run_Filter;
use HeadlessDeploy\Runs\Run_Log;

/**
 * Formats calls with their results from the log.
 *
 * @phpstan-import-type Row from Run_Log
 */
final class Dispatch_Report {
	public function __construct( private readonly Run_Log $log ) {}

	public function line( int $blog_id, Environment $environment, Action $action, Response $answer ): string {
		$run     = $this->run( $blog_id, $environment->id, $action );
		$changes = (int) ( $run->changes ?? 0 );
		/* translators: %s: number of changes. */
		$counted = sprintf( _n( '%s change', '%s changes', $changes, 'headless-deploy' ), number_format_i18n( $changes ) );
		$line    = sprintf( '%1$s: %2$s, %3$s: %4$s', $environment->label, $action->label(), $counted, $this->outcome( $run, $answer ) );
		return is_multisite() ? (string) preg_replace( '#^https?://#', '', get_home_url( $blog_id ) ) . ': ' . $line : $line;
	}

	/**
	 * @return Row|null
	 */
	private function run( int $blog_id, string $environment_id, Action $action ): ?object {
		$is_elsewhere = get_current_blog_id() !== $blog_id;
		if ( $is_elsewhere ) {
			switch_to_blog( $blog_id );
		}
		try {
			return $this->log->page( 1, 1, new Run_Filter( $environment_id, action: $action->value ) )[0] ?? null;
		} finally {
			if ( $is_elsewhere ) {
				restore_current_blog();
			}
		}
	}

	/**
	 * @param Row|null $run
	 */
	private function outcome( ?object $run, Response $answer ): string {
		if ( $answer->accepted() ) {
			/* translators: %d: HTTP status. */
			return sprintf( __( 'the host accepted the request (HTTP %d).', 'headless-deploy' ), $answer->http_status );
		}
		$words = Errors::message( $answer->error_code, array( 'status' => (string) $answer->http_status ) );
		return null !== $run && Run_Status::Retrying->value === $run->status ? $words . ' ' . Messages::next_attempt( (int) $run->not_before ) : $words;
	}
}
