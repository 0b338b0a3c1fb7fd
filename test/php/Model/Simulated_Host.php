<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Tests\Model;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Environment;
use HeadlessDeploy\Http\Call as Prepared_Call;
use HeadlessDeploy\Http\Caller;
use HeadlessDeploy\Http\Response;
use RuntimeException;

/**
 * Answers calls according to the condition of the host. A call lasts until its process continues.
 */
final class Simulated_Host implements Caller {
	/**
	 * @var array<string, string>
	 */
	public array $host_states = array();

	public bool $is_fine = false;

	public function __construct( private readonly World $world ) {}

	public function prepare( string $environment_id, Action $action, int $run_id ): Prepared_Call {
		return new Prepared_Call( fn( Environment $environment ): Response => $this->answer( $environment, $action ) );
	}

	private function answer( Environment $environment, Action $action ): Response {
		$world   = $this->world;
		$process = $world->running ?? throw new RuntimeException( 'A call of no process.' );
		$kind    = $this->is_fine ? new Answer_Kind( 200 ) : Fault_Plan::answer( $this->host_states[ $environment->id ] ?? Fault_Plan::FINE, $world->random );
		$lane    = "$environment->id/{$action->lane()->value}";
		$front   = $world->front_ends->of( $environment->id );
		$shown   = $front->changes->count();
		$call    = $world->observer->on_call( $process, $lane, $action->value, $kind );
		$world->log->record( "    $process->name calls $lane {$action->value}: $kind" );
		$process->call = $call;
		$process->stop();
		$process->call = null;
		$took          = $world->clock->monotonic - $call->monotonic;
		if ( $took > Call::MAX_MS && $world->random->chance( 50 ) ) {
			$kind = new Answer_Kind( 0, 'cURL error 28: Operation timed out' );
		}
		$world->log->cover( 'answer: ' . ( 0 === $kind->status ? 'none' : $kind ) );
		$world->log->cover( $took > Call::MAX_MS ? 'an answer that is read late' : 'an answer that is read at once' );
		$is_thrown = ! $kind->is_success() && $world->random->chance( 4 );
		$world->observer->on_answer( $process, $call, $kind, $is_thrown );
		if ( $kind->is_success() ) {
			$front->renew_all( $shown );
		}
		if ( $is_thrown ) {
			throw new RuntimeException( 'Another plugin broke.' );
		}
		return $kind->read( $world->clock, $took );
	}
}
