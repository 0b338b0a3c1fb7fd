<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Refresh\Refresh_Caller;
use HeadlessDeploy\Refresh\Refresh_Request;
use RuntimeException;

/**
 * Delivers refresh requests to the front ends: late, twice, in part or not at all, and loses their responses.
 */
final class Front_Ends {
	private const HANDLED_PERCENT = 50;

	/**
	 * @var array<string, string>
	 */
	public array $states = array();

	public bool $is_fine = false;

	/**
	 * Bodies that may arrive again.
	 *
	 * @var list<array{string, string}>
	 */
	private array $sent = array();

	/**
	 * @var array<string, Simulated_Front_End>
	 */
	private array $front_ends = array();

	private Entry_Points $entry_points;

	public function __construct( private readonly World $world ) {}

	public function use( Entry_Points $entry_points ): void {
		$this->entry_points = $entry_points;
	}

	public function of( string $environment ): Simulated_Front_End {
		return $this->front_ends[ $environment ] ??= new Simulated_Front_End( $this->world, $environment );
	}

	/**
	 * Takes the place of `Refresh_Request::send()`.
	 *
	 * @param non-empty-array<string, string> $requests
	 */
	public function send( Environment $environment, array $requests ): Response {
		$world   = $this->world;
		$process = $world->running ?? throw new RuntimeException( 'A call of no process.' );
		$kind    = new Answer_Kind( 200 );
		$call    = $world->observer->on_call( $process, "$environment->id/refresh", 'refresh', $kind );
		$world->log->record( "    $process->name refreshes $environment->id in " . count( $requests ) );
		$world->log->cover( count( $requests ) > 1 ? 'a refresh in parts' : 'a refresh in one request' );
		foreach ( $requests as $body ) {
			$kind = $this->deliver( $process, $call, $environment->id, $body );
			if ( ! $kind->is_success() ) {
				break;
			}
		}
		$took      = $world->clock->monotonic - $call->monotonic;
		$kind      = $took > Call::MAX_MS && $world->random->chance( 50 ) ? new Answer_Kind( 0, 'cURL error 28: Operation timed out' ) : $kind;
		$is_thrown = ! $kind->is_success() && $world->random->chance( 4 );
		$world->log->record( "    $environment->id answers the refresh: $kind" );
		$world->log->cover( 'refresh: ' . ( 0 === $kind->status ? 'none' : $kind ) );
		$world->observer->on_answer( $process, $call, $kind, $is_thrown );
		if ( $is_thrown ) {
			throw new RuntimeException( 'Another plugin broke.' );
		}
		return Refresh_Request::of_front_end( $kind->read( $world->clock, $took ) );
	}

	/**
	 * Lets a request of before arrive again; every second time, the plugin repeats the refresh of an accepted run, as it does
	 * while a page shows the old content.
	 */
	public function repeat(): void {
		if ( array() === $this->sent ) {
			return;
		}
		list( $environment, $body ) = $this->world->random->one( $this->sent );
		$run                        = json_decode( $body, true )['data']['run'] ?? 0;
		if ( 0 === count( $this->sent ) % 2 && $this->is_accepted( (int) $run ) ) {
			$this->repeat_run( $environment, (int) $run );
			return;
		}
		$this->world->record( "an earlier request arrives at $environment again" );
		$this->receive( $environment, $body );
	}

	private function is_accepted( int $run ): bool {
		global $wpdb;
		return array() !== $this->world->database->read_directly( "SELECT id FROM {$wpdb->headless_deploy_runs} WHERE id = $run AND status = 'accepted'" );
	}

	/**
	 * Sends the requests of a run again, without a lease.
	 */
	private function repeat_run( string $id, int $run ): void {
		$environment = $this->entry_points->environments()->get_from_primary( $id );
		if ( null === $environment ) {
			return;
		}
		$this->world->record( "a refresh is repeated at $id" );
		$this->world->log->cover( 'a refresh that is repeated after it was accepted' );
		$send = function ( Environment $environment, array $requests ): Response {
			$bodies = array_map( static fn( string $body ): array => array( $environment->id, $body ), array_values( $requests ) );
			array_push( $this->sent, ...$bodies );
			$is_handled = array() === array_filter( $bodies, fn( array $body ): bool => ! $this->receive( ...$body ) );
			return new Response( $is_handled ? 200 : 0, $is_handled ? '' : 'headless_deploy_refresh_timeout', 0 );
		};
		( new Refresh_Caller( $this->world->service, $send, $this->world->server_clock ) )->prepare( $id, Action::Refresh, $run )->send( $environment );
	}

	/**
	 * Sends one request. The front end handles it before or after the process stops, so that a crash loses the request or
	 * only its response.
	 */
	private function deliver( Process $process, Call $call, string $environment, string $body ): Answer_Kind {
		$is_early      = $this->world->random->chance( 50 );
		$kind          = $is_early ? $this->answer( $environment, $body ) : null;
		$process->call = $call;
		$process->stop();
		$process->call = null;
		$this->sent[]  = array( $environment, $body );
		return $kind ?? $this->answer( $environment, $body );
	}

	private function answer( string $environment, string $body ): Answer_Kind {
		$kind    = $this->is_fine ? new Answer_Kind( 200 ) : Fault_Plan::refresh_answer( $this->states[ $environment ] ?? Fault_Plan::FINE, $this->world->random );
		$is_lie  = 'lying' === ( $this->states[ $environment ] ?? '' ) && ! $this->is_fine;
		$handles = $kind->is_success() ? ! $is_lie : $this->world->random->chance( self::HANDLED_PERCENT );
		if ( $is_lie && $kind->is_success() ) {
			$this->world->log->cover( 'a front end that says 200 and does nothing' );
		}
		$is_handled = $handles && $this->receive( $environment, $body );
		return $kind->is_success() && $handles && ! $is_handled ? new Answer_Kind( 0, 'cURL error 28: Operation timed out' ) : $kind;
	}

	/**
	 * @return bool False while the front end waits for the feed: it handles one thing after the other.
	 */
	private function receive( string $environment, string $body ): bool {
		$front_end = $this->of( $environment );
		$data      = json_decode( $body, true )['data'] ?? null;
		if ( $front_end->is_asking() || ! is_array( $data ) ) {
			return false;
		}
		$front_end->receive( $data, $this->entry_points );
		return true;
	}
}
