/**
 * Computes the weights with which the columns of `inputs` best approximate `outputs` (least squares, by the normal
 * equations and Gaussian elimination). A column that depends linearly on the others gets weight 0.
 */
export function solveLeastSquares(inputs: readonly (readonly number[])[], outputs: readonly number[]): number[] {
  const count = inputs[0]?.length ?? 0;
  const rows = Array.from({ length: count }, (_, i) => {
    const products = Array.from({ length: count }, (_, j) =>
      inputs.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0),
    );
    return [...products, inputs.reduce((sum, row, index) => sum + (row[i] ?? 0) * (outputs[index] ?? 0), 0)];
  });
  for (let column = 0; column < count; column++) {
    const pivot = largestRow(rows, column);
    const chosen = rows[pivot];
    const other = rows[column];
    if (!chosen || !other || Math.abs(chosen[column] ?? 0) < 1e-9) continue;
    rows[pivot] = other;
    rows[column] = chosen;
    for (const [index, row] of rows.entries()) {
      const factor = (row[column] ?? 0) / (chosen[column] ?? 1);
      if (index === column || factor === 0) continue;
      rows[index] = row.map((value, place) => value - factor * (chosen[place] ?? 0));
    }
  }
  return rows.map((row, index) => {
    const divisor = row[index] ?? 0;
    return Math.abs(divisor) < 1e-9 ? 0 : (row[count] ?? 0) / divisor;
  });
}

function largestRow(rows: readonly (readonly number[])[], column: number): number {
  let best = column;
  for (let index = column; index < rows.length; index++) {
    if (Math.abs(rows[index]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = index;
  }
  return best;
}
